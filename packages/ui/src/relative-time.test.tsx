// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

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
