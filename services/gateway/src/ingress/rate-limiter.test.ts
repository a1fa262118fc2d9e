import { expect, it } from 'vitest'
import { RateLimiter } from './rate-limiter.ts'

const refusal = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds } })

/** How many of this many requests are let through. */
function passed(limiter: RateLimiter, key: string, requests: number): number {
  let count = 0
  for (let request = 0; request < requests; request += 1) {
    try {
      limiter.take(key)
      count += 1
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
    }
  }
  return count
}

it('lets a burst through and then as many as the minute has, for each key by itself', () => {
  let now = 0
  const limiter = new RateLimiter({ perMinute: 6, burst: 3 }, () => now)
  expect(passed(limiter, 'ada', 10)).toBe(3)
  expect(passed(limiter, 'bob', 10)).toBe(3)
  now = 60_000
  expect(passed(limiter, 'ada', 10)).toBe(3)
  now = 70_000
  expect(passed(limiter, 'ada', 10)).toBe(1)
})

it('says how many seconds to wait, and asking meanwhile costs nothing', () => {
  let now = 0
  const limiter = new RateLimiter({ perMinute: 6, burst: 1 }, () => now)
  limiter.take('ada')
  for (const [at, seconds] of [
    [0, 10],
    [4000, 6],
    [9999, 1],
  ] as const) {
    now = at
    expect(() => limiter.take('ada')).toThrow(refusal(seconds))
  }
  now = 10_000
  limiter.take('ada')
})

it('does not forget who is being limited, however many other keys come', () => {
  const limiter = new RateLimiter({ perMinute: 1, burst: 2 }, () => 0)
  expect(passed(limiter, 'scanner', 3)).toBe(2)
  for (let other = 0; other < 60_000; other += 1) {
    limiter.take(`other-${other}`)
    if (other % 1000 === 0) expect(passed(limiter, 'scanner', 1)).toBe(0)
  }
  expect(passed(limiter, 'scanner', 1)).toBe(0)
})

it('what is charged afterwards is owed, for a minute at most, and nothing is taken by asking', () => {
  let now = 0
  const limiter = new RateLimiter({ perMinute: 60, burst: 10 }, () => now)
  limiter.charge('ada', 10)
  limiter.assertLeft('ada')
  limiter.charge('ada', 20)
  expect(() => limiter.assertLeft('ada')).toThrow(refusal(20))
  limiter.charge('ada', 1000)
  expect(() => limiter.assertLeft('ada')).toThrow(refusal(60))
  limiter.assertLeft('bob')
  now = 60_000
  limiter.assertLeft('ada')
})
