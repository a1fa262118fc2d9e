import { expect, it, onTestFinished, vi } from 'vitest'
import { BodyPace } from './body-pace.ts'
import { heldPace } from './public-routes.ts'

it('bodies that began together and are too slow do not end together', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const began = performance.now()
  const ends: number[] = []
  for (let body = 0; body < 200; body += 1)
    new BodyPace({ ...heldPace, idleMs: 60_000 }, () => ends.push(performance.now() - began))
  vi.advanceTimersByTime(heldPace.graceMs * 2)
  expect(ends).toHaveLength(200)
  expect(Math.min(...ends)).toBeGreaterThan(heldPace.graceMs)
  for (let second = 10; second < 16; second += 1)
    expect(ends.filter((ms) => Math.floor(ms / 1000) === second).length).toBeLessThan(80)
})
