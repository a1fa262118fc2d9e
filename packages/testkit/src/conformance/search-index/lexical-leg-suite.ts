import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentOf, type IndexUnderTest, queryFor } from './index-under-test.ts'

const hostile = [
  '',
  '   ',
  'the of and what is',
  '"',
  'a" OR "b',
  'body : secret',
  '^approval NEAR(a b, 2) AND NOT -x*',
  "'; DROP TABLE documents; --",
  '{"query":{"match_all":{}}}',
  '\0approval\0',
  '\ud800approval\udfff',
  '((((((((((',
  '* ? ~ \\ / + - && || ! [ ] { }',
  'approval '.repeat(120_000),
  Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' '),
  '.'.repeat(1_000_000),
]

/** The lexical leg: what a search for words finds, and in which order. */
export function describeLexicalLeg(current: () => IndexUnderTest): void {
  describe('lexical leg', () => {
    async function found(text: string): Promise<string[]> {
      const { lexical } = await current().index.search(queryFor(text))
      return lexical.map((hit) => hit.passageId)
    }

    it('finds words in other forms, whatever the case, best first', async () => {
      await current().index.replaceDocument(
        documentOf('leave', [
          'Managers approve leave. Approval is written.',
          'Approved cars only.',
          'Lunch is at noon.',
        ]),
      )
      expect(await found('APPROVING leave')).toEqual(['leave-1-0', 'leave-1-1'])
      const { lexical } = await current().index.search(queryFor('approving leave'))
      expect(lexical[0]?.score).toBeGreaterThan(lexical[1]?.score ?? 0)
      expect(lexical[0]).toMatchObject({ documentId: 'leave', versionId: 'leave-v1' })
    })

    it('ranks adjacent words above the same words apart', async () => {
      await current().index.replaceDocument(
        documentOf('pairs', [
          'Risk is reviewed before any assessment by staff.',
          'Staff reviewed before any risk assessment.',
        ]),
      )
      expect(await found('risk assessment')).toEqual(['pairs-1-1', 'pairs-1-0'])
    })

    it('finds by title and heading path, and ranks them after the text itself', async () => {
      const [first, second, third] = documentOf('heads', [
        'One thing.',
        'Another thing.',
        'Passwords expire.',
      ]).passages
      if (!first || !second || !third) throw new Error('three passages were made')
      await current().index.replaceDocument({
        ...documentOf('heads', []),
        title: 'Access handbook',
        passages: [{ ...first, headingPath: ['Rules', 'Passwords'] }, second, third],
      })
      expect(await found('passwords')).toEqual(['heads-1-2', 'heads-1-0'])
      expect((await found('handbook')).toSorted()).toEqual(['heads-1-0', 'heads-1-1', 'heads-1-2'])
    })

    it('tells rule numbers apart', async () => {
      await current().index.replaceDocument(
        documentOf('rules', [
          'Rule 4.12 Visitors sign in.',
          'Rule 4.2.1 Visitors sign out.',
          'Rule 4.2 Visitors wear badges.',
        ]),
      )
      expect((await found('What does rule 4.2 say about visitors?'))[0]).toBe('rules-1-2')
    })

    it('finds the long form by an abbreviation that a document introduces, and the other way round', async () => {
      await current().index.replaceDocument(
        documentOf('abbreviations', [
          'The Data Protection Officer (DPO) answers within a month.',
          'Complaints go to the data protection officer.',
          'The DPO keeps the register.',
        ]),
      )
      expect((await found('DPO')).toSorted()).toEqual([
        'abbreviations-1-0',
        'abbreviations-1-1',
        'abbreviations-1-2',
      ])
      expect(await found('data protection officer')).toContain('abbreviations-1-2')
    })

    it('finds what is called otherwise in everyday words or by the asker’s organization, after the words asked for', async () => {
      const { index } = current()
      await index.replaceDocument(
        documentOf('others', [
          'Whoever is ill calls the supervisor.',
          'The boss is called by whoever is late.',
          'The works council is heard before a dismissal.',
          'Lunch is at noon.',
        ]),
      )
      expect(await found('boss')).toEqual(['others-1-1', 'others-1-0'])
      expect(await found('EWC')).toEqual([])
      const query = { ...queryFor('EWC'), related: ['works council'] }
      const { lexical, question } = await index.search(query)
      expect(lexical.map(({ passageId }) => passageId)).toEqual(['others-1-2'])
      expect([...(question?.weights.body.keys() ?? [])].toSorted()).toEqual(['council', 'work'])
      const hostileOnes = hostile.map((text) => text.slice(0, 50))
      await expect(index.search({ ...query, related: hostileOnes })).resolves.toHaveProperty('lexical')
    })

    it('finds what a misspelt word was meant to be, if nothing has it as it is', async () => {
      await current().index.replaceDocument(
        documentOf('spelling', ['Consignments wait in quarantine.', 'Lunch is at noon.']),
      )
      expect(await found('quarantene of consignmants')).toEqual(['spelling-1-0'])
      expect(await found('zquarantine')).toEqual([])
    })

    it('answers hostile text with hits or none, never with an error', async () => {
      await current().index.replaceDocument(documentOf('plain', ['Approval of the board.']))
      for (const text of hostile) await expect(found(text)).resolves.toBeInstanceOf(Array)
      expect(await found('\0approval\0')).toEqual(['plain-1-0'])
      expect(await found('the of and what is')).toEqual([])
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
          await expect(found(text)).resolves.toBeInstanceOf(Array)
        }),
        { numRuns: 40 },
      )
    })

    it('takes hostile passages', async () => {
      await current().index.replaceDocument(documentOf('hostile', hostile))
      expect(await found('approval')).not.toEqual([])
    })
  })
}
