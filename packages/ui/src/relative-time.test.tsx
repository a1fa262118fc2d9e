// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RelativeTime, relativeTimeText } from './relative-time.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-12T10:00:00Z') })
})

it('keeps up with the clock and has the absolute time on hover', () => {
  render(<RelativeTime at="2026-03-12T09:58:00Z" />)
  const time = screen.getByText('2 minutes ago')
  expect(time.title).toContain('12 Mar 2026')
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(time.textContent).toBe('3 minutes ago')
})

it('shows nothing for what is not a time', () => {
  const { container } = render(<RelativeTime at="soon" />)
  expect(container.textContent).toBe('')
})
const now = Date.parse('2026-03-12T10:00:00Z')

it.each([
  ['2026-03-12T09:59:30Z', 'just now'],
  ['2026-03-12T09:59:00Z', '1 minute ago'],
  ['2026-03-12T09:01:00Z', '59 minutes ago'],
  ['2026-03-12T08:00:00Z', '2 hours ago'],
  ['2026-03-11T09:00:00Z', 'yesterday'],
  ['2026-03-01T10:00:00Z', '11 days ago'],
  ['2026-01-12T10:00:00Z', '2 months ago'],
  ['2024-03-12T10:00:00Z', '2 years ago'],
  ['2026-03-14T10:00:00Z', 'in 2 days'],
])('%s is "%s"', (at, text) => {
  expect(relativeTimeText(Date.parse(at), now)).toBe(text)
})

it.each([
  ['2026-03-13T20:00:00', 'tomorrow', '2026-03-12T13:00:00'],
  ['2026-03-14T00:00:00', 'in 2 days', '2026-03-12T13:00:00'],
  ['2026-03-10T23:00:00', '2 days ago', '2026-03-12T08:00:00'],
  ['2026-12-01T09:00:00', '1 month ago', '2026-12-31T12:00:00'],
  ['2026-01-10T09:00:00', '1 year ago', '2026-12-31T12:00:00'],
])('%s is "%s" on %s, by the calendar of the person', (at, text, from) => {
  expect(relativeTimeText(Date.parse(at), Date.parse(from))).toBe(text)
})
