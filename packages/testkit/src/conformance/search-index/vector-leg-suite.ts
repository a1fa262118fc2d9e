import { describe, expect, it } from 'vitest'
import { axis, documentOf, type IndexUnderTest, queryFor, suiteEncoder } from './index-under-test.ts'

/** The vector leg: cosines, order and limits. */
export function describeVectorLeg(current: () => IndexUnderTest): void {
  describe('vector leg', () => {
    it('finds the nearest passages, best first, with their cosines', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('near', ['one', 'two', 'three']))
      const { vector } = await index.search(queryFor('', { vector: axis(1, 2), limit: 2 }))
      expect(vector.map((hit) => hit.passageId).toSorted()).toEqual(['near-1-1', 'near-1-2'])
      for (const hit of vector) expect(hit.score).toBeCloseTo(Math.SQRT1_2, 2)
      const [first] = (await index.search(queryFor('', { vector: axis(2) }))).vector
      expect(first).toMatchObject({ passageId: 'near-1-2', documentId: 'near', versionId: 'near-v1' })
      expect(first?.score).toBeCloseTo(1, 2)
    })

    it('gives at most as many hits as wanted', async () => {
      const { index } = current()
      await index.replaceDocument(documentOf('many', Array(30).fill('leave policy')))
      const hits = await index.search(queryFor('leave policy', { limit: 7 }))
      expect(hits.vector).toHaveLength(7)
      expect(hits.lexical).toHaveLength(7)
    })

    it('refuses vectors of another size', async () => {
      const { index } = current()
      const short = { vector: new Float32Array(suiteEncoder.dimensions - 1) }
      await expect(index.search(queryFor('x', short))).rejects.toThrow('8 numbers')
      const [passage] = documentOf('short', ['x']).passages
      if (!passage) throw new Error('one passage was made')
      const document = { ...documentOf('short', []), passages: [{ ...passage, ...short }] }
      await expect(index.replaceDocument(document)).rejects.toThrow('8 numbers')
    })
  })
}
