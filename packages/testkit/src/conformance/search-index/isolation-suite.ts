import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axis, documentOf, type IndexUnderTest, queryFor } from './index-under-test.ts'

const words = ['approval', 'salary', 'canary', 'policy', 'visitor', 'breach', 'retention', 'password']

/** One organization never finds another's text. */
export function describeIsolation(current: () => IndexUnderTest): void {
  describe('isolation of organizations', () => {
    it('shows no hit of another organization in 200 searches, though both hold the same documents', async () => {
      const { index } = current()
      for (const organizationId of [1, 2, 3]) {
        const texts = words.map((word) => `${word} canary${organizationId} ${words.join(' ')}`)
        const own = documentOf('same', texts, { organizationId, versionId: `organization-${organizationId}` })
        await index.replaceDocument(own)
      }
      const searches = fc.record({
        organizationId: fc.constantFrom(1, 2, 3),
        text: fc.subarray([...words, 'canary1', 'canary2', 'canary3']).map((chosen) => chosen.join(' ')),
        ordinal: fc.nat(7),
      })
      await fc.assert(
        fc.asyncProperty(searches, async ({ organizationId, text, ordinal }) => {
          const hits = await index.search(
            queryFor(text, { organizationId, vector: axis(ordinal), limit: 200 }),
          )
          for (const hit of [...hits.lexical, ...hits.vector]) {
            expect(hit.versionId).toBe(`organization-${organizationId}`)
          }
        }),
        { numRuns: 200 },
      )
    })

    it('finds nothing in an organization that has no documents', async () => {
      await current().index.replaceDocument(documentOf('own', ['approval']))
      const nothing = { lexical: [], vector: [] }
      expect(await current().index.search(queryFor('approval', { organizationId: 99 }))).toEqual(nothing)
    })

    it('refuses what is not the number of an organization', async () => {
      for (const organizationId of [-1, 1.5, Number.NaN, 2 ** 53]) {
        await expect(current().index.search(queryFor('x', { organizationId }))).rejects.toThrow(
          'whole number',
        )
        await expect(
          current().index.replaceDocument(documentOf('x', [], { organizationId })),
        ).rejects.toThrow('whole number')
      }
    })
  })
}
