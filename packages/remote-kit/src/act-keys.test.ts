import { expect, it, onTestFinished, vi } from 'vitest'
import { createActKeys } from './act-keys.ts'

it('an act that was sent before the page was loaded keeps its key', () => {
  const keys = createActKeys()
  expect(keys.keyOf('ask by when', 'sent-before')).toBe('sent-before')
  expect(keys.keyOf('ask by when')).toBe('sent-before')
  keys.settled('ask by when')
  expect(keys.keyOf('ask by when')).not.toBe('sent-before')
})

it('an act that was tried long ago is another one by now', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const keys = createActKeys()
  const first = keys.keyOf('withdraw version 5')
  vi.advanceTimersByTime(90_000)
  expect(keys.keyOf('withdraw version 5')).toBe(first)
  vi.advanceTimersByTime(90_000)
  const later = keys.keyOf('withdraw version 5')
  expect(later).not.toBe(first)
  expect(keys.keyOf('withdraw version 5')).toBe(later)
})
