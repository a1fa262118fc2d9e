import { describe, expect, it } from 'vitest'
import { axisOf, linePath } from './scale.ts'

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [58, [0, 20, 40, 60]],
    [100, [0, 50, 100]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])('to %d has whole steps, at most four', (max, ticks) => {
    expect(axisOf(max)).toEqual({ end: ticks.at(-1), ticks })
  })
})

describe('the line of a chart', () => {
  it('goes from the left to the right edge, higher for more', () => {
    expect(linePath([0, 5, 10], 10, { width: 100, height: 50 })).toBe('M0 50L50 25L100 0')
  })

  it('of one value goes all the way', () => {
    expect(linePath([5], 10, { width: 100, height: 50 })).toBe('M0 25H100')
  })

  it('of none is nothing', () => {
    expect(linePath([], 10, { width: 100, height: 50 })).toBe('')
  })
})
