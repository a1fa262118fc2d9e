import { describe, expect, it } from 'vitest'
import { documentOf, type IndexUnderTest, queryFor } from './index-under-test.ts'

/** Who may find what: the filter is part of the query, in both legs. */
export function describePermissions(current: () => IndexUnderTest): void {
  describe('permissions', () => {
    async function foundBy(departments: readonly number[] | null, limit = 10): Promise<string[][]> {
      const hits = await current().index.search(queryFor('salary', { departments, limit }))
      return [hits.lexical, hits.vector].map((leg) => leg.map((hit) => hit.documentId).toSorted())
    }

    it('shows a document to members of its departments, and one without departments to all', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('everyone', ['salary bands']))
      await index.replaceDocument(documentOf('people', ['salary list'], { departments: [2] }))
      await index.replaceDocument(documentOf('shared', ['salary costs'], { departments: [2, 12] }))
      const both = (...documents: string[]) => [documents, documents]
      expect(await foundBy([])).toEqual(both('everyone'))
      expect(await foundBy([1])).toEqual(both('everyone'))
      expect(await foundBy([12])).toEqual(both('everyone', 'shared'))
      expect(await foundBy([2, 7])).toEqual(both('everyone', 'people', 'shared'))
      expect(await foundBy(null)).toEqual(both('everyone', 'people', 'shared'))
    })

    it('fills the limit with readable hits although better ones are forbidden', async () => {
      const { index } = current()
      await index.replaceDocument(
        documentOf('secret', Array(600).fill('salary salary salary'), { departments: [2] }),
      )
      await index.replaceDocument(
        documentOf('open', ['salary and a long tail of other words that lower the score']),
      )
      expect(await foundBy([1], 1)).toEqual([['open'], ['open']])
    })

    it('follows a change of departments at once', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('moved', ['salary'], { departments: [1] }))
      expect(await foundBy([1])).toEqual([['moved'], ['moved']])
      await index.replaceDocument(documentOf('moved', ['salary'], { departments: [2], revision: 2 }))
      expect(await foundBy([1])).toEqual([[], []])
      expect(await foundBy([2])).toEqual([['moved'], ['moved']])
    })
  })
}
