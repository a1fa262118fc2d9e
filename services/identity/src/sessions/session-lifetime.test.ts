import { expect, it } from 'vitest'
import { sessionSeconds } from './session-lifetime.ts'

it('a session lives thirty-five minutes without activity and never past twelve hours', () => {
  const now = 1_800_000_000
  const hours = (count: number) => now - count * 3600
  expect(sessionSeconds(undefined, now)).toBe(2100)
  expect(sessionSeconds(hours(1), now)).toBe(2100)
  expect(sessionSeconds(hours(11.75), now)).toBe(900)
  expect(sessionSeconds(hours(13), now)).toBe(1)
})
