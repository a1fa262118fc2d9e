import { expect, it, vi } from 'vitest'
import { keepAwake } from './keep-awake.ts'

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

it('who types or scrolls for an hour keeps the session, by a request every five minutes at most', () => {
  vi.useFakeTimers()
  const events = new EventTarget()
  const touch = vi.fn()
  keepAwake({ events, isSignedIn: () => true, touch })
  for (let minute = 0; minute < 60; minute += 1) {
    minutes(1)
    events.dispatchEvent(new Event(minute % 2 ? 'keydown' : 'wheel'))
  }
  expect(touch).toHaveBeenCalledTimes(12)
  minutes(60)
  expect(touch).toHaveBeenCalledTimes(12)
})

it('a visitor sends nothing', () => {
  vi.useFakeTimers()
  const events = new EventTarget()
  const touch = vi.fn()
  keepAwake({ events, isSignedIn: () => false, touch })
  minutes(10)
  events.dispatchEvent(new Event('keydown'))
  expect(touch).not.toHaveBeenCalled()
})
