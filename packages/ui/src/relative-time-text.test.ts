import { expect, it } from 'vitest'
import { relativeTimeText } from './relative-time-text.ts'

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
