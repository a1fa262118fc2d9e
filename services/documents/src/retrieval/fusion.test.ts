import type { SearchHit } from '@portal/service-kit/ports/search-index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse } from './fusion.ts'

function leg(...scores: readonly (readonly [id: string, score: number])[]): SearchHit[] {
  return scores.map(([passageId, score]) => ({ passageId, documentId: 'd', versionId: 'v', score }))
}

const anyLeg = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...'abcdefghij'),
      fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
    ),
    {
      selector: ([id]) => id,
      maxLength: 8,
    },
  )
  .map((scores) => leg(...scores.toSorted((a, b) => b[1] - a[1])))

describe('fusion', () => {
  it('puts first what both legs find well', () => {
    const fused = fuse(
      { lexical: leg(['a', 9], ['b', 8], ['c', 1]), vector: leg(['d', 0.9], ['b', 0.89], ['c', 0.7]) },
      3,
    )
    expect(fused.map((hit) => hit.passageId)).toEqual(['b', 'a', 'd', 'c'])
  })

  it('weighs words a little more than meaning', () => {
    const fused = fuse({ lexical: leg(['a', 2], ['b', 1]), vector: leg(['b', 0.9], ['a', 0.8]) }, 2)
    expect(fused.map((hit) => hit.passageId)).toEqual(['a', 'b'])
    expect(fused[0]?.score).toBeCloseTo(0.1)
    expect(fused[1]?.score).toBeCloseTo(-0.1)
  })

  it('scores what a cut leg did not find as its lowest hit', () => {
    const cut = fuse({ lexical: leg(['a', 5], ['b', 4]), vector: leg(['c', 0.9], ['b', 0.8]) }, 2)
    expect(cut.find((hit) => hit.passageId === 'a')?.similarity).toBe(0.8)
    const [a, b, c] = ['a', 'b', 'c'].map((id) => cut.find((hit) => hit.passageId === id)?.score ?? 0)
    expect(a).toBeGreaterThan(b ?? 0)
    expect(c).toBeGreaterThan(b ?? 0)
  })

  it('counts no words at all where a lexical leg that was not cut found none', () => {
    const legs = { lexical: leg(['a', 5], ['b', 4.9]), vector: leg(['a', 0.8], ['b', 0.8], ['c', 0.8]) }
    const [, b, c] = fuse(legs, 100)
    expect(b?.passageId).toBe('b')
    expect(c?.passageId).toBe('c')
    expect((b?.score ?? 0) - (c?.score ?? 0)).toBeGreaterThan(1)
  })

  it('keeps the order of the other leg when one is empty', () => {
    const only = leg(['a', 0.9], ['b', 0.8], ['c', 0.1])
    expect(fuse({ lexical: [], vector: only }, 3).map((hit) => hit.passageId)).toEqual(['a', 'b', 'c'])
    expect(fuse({ lexical: only, vector: [] }, 3).map((hit) => hit.passageId)).toEqual(['a', 'b', 'c'])
    expect(fuse({ lexical: [], vector: [] }, 3)).toEqual([])
  })

  it('gives every candidate once, best first, with finite scores and cosines as found', () => {
    fc.assert(
      fc.property(anyLeg, anyLeg, fc.integer({ min: 1, max: 10 }), (lexical, vector, limit) => {
        const fused = fuse({ lexical, vector }, limit)
        const ids = fused.map((hit) => hit.passageId)
        expect(ids.toSorted()).toEqual(
          [...new Set([...lexical, ...vector].map((hit) => hit.passageId))].toSorted(),
        )
        for (const [at, hit] of fused.entries()) {
          expect(Number.isFinite(hit.score)).toBe(true)
          expect(hit.score).toBeLessThanOrEqual(fused[at - 1]?.score ?? Number.POSITIVE_INFINITY)
          const found = vector.find((other) => other.passageId === hit.passageId)
          expect(hit.similarity).toBe(found?.score ?? vector.at(-1)?.score ?? -1)
        }
      }),
    )
  })

  it('does not depend on the scale of a leg', () => {
    fc.assert(
      fc.property(anyLeg, anyLeg, (lexical, vector) => {
        const scaled = lexical.map((hit) => ({ ...hit, score: hit.score * 8 }))
        const scores = (from: readonly SearchHit[]) =>
          new Map(fuse({ lexical: from, vector }, 100).map((hit) => [hit.passageId, hit.score]))
        const [plain, eightfold] = [scores(lexical), scores(scaled)]
        for (const [id, score] of plain) expect(eightfold.get(id)).toBeCloseTo(score, 5)
      }),
    )
  })
})
