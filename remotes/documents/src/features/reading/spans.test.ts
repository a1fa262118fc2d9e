import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutAtMarks, firstAfter, type Mark } from './spans.ts'

const mark = fc
  .tuple(fc.nat(40), fc.nat(40), fc.constantFrom('cited' as const, 'found' as const, 'here' as const))
  .map(([a, b, kind]): Mark => ({ start: Math.min(a, b), end: Math.max(a, b), kind }))

it('the runs of a marked span joined are the span, and each has the marks that cover it', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: 1, max: 20 }), fc.array(mark), (start, length, marks) => {
      const span = { start, end: start + length }
      const runs = cutAtMarks(span, marks)
      expect(runs[0]?.start).toBe(span.start)
      expect(runs.at(-1)?.end).toBe(span.end)
      for (const [at, run] of runs.entries()) {
        if (at > 0) expect(run.start).toBe(runs[at - 1]?.end)
        const covering = marks.filter((one) => one.start <= run.start && one.end >= run.end)
        expect(run.kinds).toEqual(covering.filter((one) => one.end > one.start).map(({ kind }) => kind))
      }
    }),
  )
})

it('what follows an offset is found among sorted starts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), (numbers, offset) => {
      const starts = numbers.sort((a, b) => a - b).map((start) => ({ start }))
      const expected = starts.findIndex(({ start }) => start > offset)
      expect(firstAfter(starts, offset)).toBe(expected === -1 ? starts.length : expected)
    }),
  )
})
