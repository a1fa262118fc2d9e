import { describe, expect, it } from 'vitest'
import { axis, documentOf, type IndexUnderTest, queryFor, suiteEncoder } from './index-under-test.ts'

/** The vector leg: cosines, order, limits, and vectors of another encoder. */
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

    it('refuses vectors of another size, and use before prepare', async () => {
      const { index, reopen } = current()
      const short = { vector: new Float32Array(suiteEncoder.dimensions - 1) }
      await expect(index.search(queryFor('x', short))).rejects.toThrow('8 numbers')
      const [passage] = documentOf('short', ['x']).passages
      if (!passage) throw new Error('one passage was made')
      const document = { ...documentOf('short', []), passages: [{ ...passage, ...short }] }
      await expect(index.replaceDocument(document)).rejects.toThrow('8 numbers')
      const fresh = await reopen()
      await expect(fresh.search(queryFor('x'))).rejects.toThrow('prepare')
    })

    it('asks for a rebuild under another encoder; until replaced, documents stay in the lexical leg only', async () => {
      await current().index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 3 }))
      await current().index.replaceDocument(documentOf('gone', [], { revision: 9 }))
      const index = await current().reopen()
      expect(await index.prepare(suiteEncoder)).toBe('ready')
      const other = { model: 'other', dimensions: suiteEncoder.dimensions }
      expect(await index.prepare(other)).toBe('rebuild')
      const before = await index.search(queryFor('visitors'))
      expect(before.lexical).toHaveLength(1)
      expect(before.vector).toHaveLength(0)
      await index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 2 }))
      expect((await index.search(queryFor('visitors'))).vector).toHaveLength(0)
      await index.replaceDocument(documentOf('kept', ['Visitors sign in.'], { revision: 3 }))
      expect((await index.search(queryFor('visitors'))).vector).toHaveLength(1)
      expect(await index.prepare(other)).toBe('ready')
    })
  })
}
