import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentOf, type IndexUnderTest, queryFor } from './index-under-test.ts'

/** Documents are replaced as a whole, and late events never win. */
export function describeReplacement(current: () => IndexUnderTest): void {
  describe('replacement', () => {
    async function versionsFound(text: string): Promise<string[]> {
      const hits = await current().index.search(queryFor(text, { limit: 200 }))
      return [...new Set([...hits.lexical, ...hits.vector].map((hit) => hit.versionId))]
    }

    it('puts a new version in the place of the old one', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('policy', ['Badges are green.', 'Visitors sign in.']))
      await index.replaceDocument(documentOf('policy', ['Badges are blue.'], { revision: 2 }))
      expect(await versionsFound('badges green visitors')).toEqual(['policy-v2'])
      const { lexical } = await index.search(queryFor('visitors'))
      expect(lexical).toEqual([])
    })

    it('holds a text of many passages as a whole', async () => {
      const { index } = current()
      const passages = Array.from({ length: 1201 }, (_, at) => `Badge number${at} is kept at the desk.`)
      await index.replaceDocument(documentOf('register', passages))
      const found = async (at: number) => (await index.search(queryFor(`number${at}`, { limit: 1 }))).lexical
      for (const at of [0, 499, 500, 999, 1000, 1200])
        expect(await found(at)).toMatchObject([{ passageId: `register-1-${at}` }])
    })

    it('removes a document without passages, and leaves the others', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('old', ['badges']))
      await index.replaceDocument(documentOf('other', ['badges']))
      await index.replaceDocument(documentOf('old', [], { revision: 2 }))
      expect(await versionsFound('badges')).toEqual(['other-v1'])
    })

    it('shows searchers the old or the new version, never both or a part', async () => {
      const { index } = current()
      const passages = Array(40).fill('badges for visitors')
      await index.replaceDocument(documentOf('busy', passages))
      let isDone = false
      const writing = (async () => {
        for (let revision = 2; revision <= 12; revision++) {
          await index.replaceDocument(documentOf('busy', passages, { revision }))
        }
        isDone = true
      })()
      while (!isDone) {
        const hits = await index.search(queryFor('badges', { limit: 200 }))
        expect(new Set(hits.lexical.map((hit) => hit.versionId)).size).toBe(1)
        expect(new Set(hits.vector.map((hit) => hit.versionId)).size).toBe(1)
        expect(hits.lexical).toHaveLength(passages.length)
        expect(hits.vector).toHaveLength(passages.length)
      }
      await writing
      expect(await versionsFound('badges')).toEqual(['busy-v12'])
    })

    it('ends at the highest revision in whatever order the writes come, removals included', async () => {
      let document = 0
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.record({ revision: fc.integer({ min: 1, max: 9 }), isRemoval: fc.boolean() }), {
            minLength: 1,
            maxLength: 5,
            selector: (write) => write.revision,
          }),
          async (writes) => {
            const id = `order${++document}`
            for (const { revision, isRemoval } of [...writes, ...writes]) {
              await current().index.replaceDocument(
                documentOf(id, isRemoval ? [] : [`${id} badges`], { revision }),
              )
            }
            const last = writes.toSorted((a, b) => b.revision - a.revision)[0]
            const { lexical } = await current().index.search(queryFor(id))
            const expected = last?.isRemoval ? [] : [`${id}-v${last?.revision}`]
            expect(lexical.map((hit) => hit.versionId)).toEqual(expected)
          },
        ),
        { numRuns: 15 },
      )
    })

    it('ignores a second write of the same revision', async () => {
      await current().index.replaceDocument(documentOf('twice', ['badges are green']))
      await current().index.replaceDocument(documentOf('twice', ['badges are blue']))
      expect((await current().index.search(queryFor('green'))).lexical).toHaveLength(1)
      expect((await current().index.search(queryFor('blue'))).lexical).toHaveLength(0)
    })
  })
}
