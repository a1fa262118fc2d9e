import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Paced } from './paced.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('the first of a flood passes at once and the last when the pause ends; then all is quiet', () => {
  const passed: number[] = []
  const paced = new Paced<number>((value) => passed.push(value), 5000)
  for (let n = 1; n <= 100; n += 1) paced.offer(n)
  expect(passed).toEqual([1])
  vi.advanceTimersByTime(4999)
  expect(passed).toEqual([1])
  vi.advanceTimersByTime(1)
  expect(passed).toEqual([1, 100])
  vi.advanceTimersByTime(60_000)
  expect(passed).toEqual([1, 100])
  paced.offer(101)
  expect(passed).toEqual([1, 100, 101])
})

it('what waits when it is stopped never passes', () => {
  const passed: number[] = []
  const paced = new Paced<number>((value) => passed.push(value), 5000)
  paced.offer(1)
  paced.offer(2)
  paced.stop()
  vi.advanceTimersByTime(60_000)
  expect(passed).toEqual([1])
})
