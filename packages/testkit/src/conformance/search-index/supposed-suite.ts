import type { SearchHit } from '@portal/service-kit/ports/search-index'
import { describe, expect, it } from 'vitest'
import { axis, documentOf, type IndexUnderTest, queryFor } from './index-under-test.ts'

const texts = {
  leave: ['Managers approve leave within two days.', 'Leave is entered in the calendar.'],
  rewritten: ['Directors approve leave within nine days.', 'Leave is entered in the calendar.'],
  cars: ['Approved cars only.', 'Fuel is paid within two days.'],
}

/** A search for what would be found if another version of a document were indexed. */
export function describeSupposed(current: () => IndexUnderTest): void {
  describe('a supposed document', () => {
    const supposed = documentOf('leave', texts.rewritten, { revision: 2 })
    const passages = (hits: readonly SearchHit[]) => hits.map(({ passageId }) => passageId)

    async function fill(...leave: readonly string[]) {
      const { index } = current()
      await index.replaceDocument(documentOf('cars', texts.cars))
      if (leave.length > 0) await index.replaceDocument(documentOf('leave', leave))
      return index
    }

    it('is found in place of what is indexed of it, by both legs', async () => {
      const index = await fill(...texts.leave)
      const found = await index.search(queryFor('Who approves leave?', { supposed }))
      expect(passages(found.lexical).toSorted()).toEqual(['cars-1-0', 'leave-2-0', 'leave-2-1'])
      expect(new Set(passages(found.vector))).toEqual(
        new Set(['leave-2-0', 'leave-2-1', 'cars-1-0', 'cars-1-1']),
      )
      expect(found.lexical[0]).toMatchObject({ documentId: 'leave', versionId: 'leave-v2' })
    })

    it('scores as it would in the index', async () => {
      const index = await fill(...texts.leave)
      const question = queryFor('approval of leave within days', { vector: axis(0, 1) })
      const asIndexed = await index.search(question)
      const same = documentOf('leave', texts.leave)
      const asSupposed = await index.search({ ...question, supposed: same })
      for (const leg of ['lexical', 'vector'] as const) {
        expect(passages(asSupposed[leg]).toSorted()).toEqual(passages(asIndexed[leg]).toSorted())
        const scores = new Map(asSupposed[leg].map(({ passageId, score }) => [passageId, score]))
        for (const { passageId, score } of asIndexed[leg]) expect(scores.get(passageId)).toBeCloseTo(score, 3)
      }
    })

    it('brings words that no indexed passage has', async () => {
      const index = await fill(...texts.leave)
      const { lexical } = await index.search(queryFor('directors', { supposed }))
      expect(passages(lexical)).toEqual(['leave-2-0'])
    })

    it('leaves nothing behind: later searches find what is indexed', async () => {
      const index = await fill(...texts.leave)
      const before = await index.search(queryFor('approve leave'))
      await index.search(queryFor('directors approve leave', { supposed }))
      expect(await index.search(queryFor('approve leave'))).toEqual(before)
      expect(passages((await index.search(queryFor('directors'))).lexical)).toEqual([])
    })

    it('may be of a document that is not indexed, and keeps to the limit', async () => {
      const index = await fill()
      const found = await index.search(queryFor('directors approve leave', { supposed, limit: 2 }))
      expect(passages(found.lexical)[0]).toBe('leave-2-0')
      expect(found.lexical).toHaveLength(2)
      expect(found.vector).toHaveLength(2)
    })

    it('of another organization’s document replaces nothing of it', async () => {
      const index = await fill(...texts.leave)
      await index.search(queryFor('approve leave', { organizationId: 2, supposed }))
      const other = await index.search(queryFor('approve leave', { organizationId: 2 }))
      expect([other.lexical, other.vector]).toEqual([[], []])
      expect(passages((await index.search(queryFor('approve leave'))).lexical)).toContain('leave-1-0')
    })

    it('is refused with vectors of another size', async () => {
      const index = await fill(...texts.leave)
      const wrong = {
        ...supposed,
        passages: supposed.passages.map((one) => ({ ...one, vector: new Float32Array(4) })),
      }
      await expect(index.search(queryFor('leave', { supposed: wrong }))).rejects.toThrow(/vectors of 8/)
    })
  })
}
