import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addMonths, CalendarDay, dayIn, daysBetween, isTimeZone, startOfDay } from './calendar-day.ts'

describe('a day that people give', () => {
  it.each(['0000-01-01', '0099-12-31', '1899-12-31', '3000-01-01', '9999-12-31'])(
    'is refused when the database or Date would read it otherwise: %s',
    (day) => {
      expect(CalendarDay.safeParse(day).error?.issues).toMatchObject([
        { message: 'A date must be between the years 1900 and 2999.' },
      ])
    },
  )

  it.each(['1900-01-01', '2028-02-29', '2999-12-31'])('is taken: %s', (day) => {
    expect(CalendarDay.parse(day)).toBe(day)
  })
})

describe('the first instant of a day', () => {
  it.each([
    ['an ordinary day', 'Europe/Berlin', '2026-01-15', '2026-01-14T23:00:00.000Z'],
    ['the day on which summer time begins', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['the day after', 'Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['the day on which it ends', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['the day after', 'Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['a day whose midnight is skipped', 'Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    ['a day whose midnight comes twice', 'America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
    ['a zone ahead by 13 hours and 45 minutes', 'Pacific/Chatham', '2026-01-01', '2025-12-31T10:15:00.000Z'],
    ['a day that was left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['UTC', 'UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
  ])('%s (%s)', (_, timeZone, day, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant)
  })

  it('is on that day, and a millisecond earlier is not, in every zone', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Tehran']
    const ordinal = fc.integer({ min: 0, max: 40 * 365 })
    fc.assert(
      fc.property(fc.constantFrom(...zones, 'America/Sao_Paulo', 'Pacific/Auckland'), ordinal, (zone, n) => {
        const day = new Date(Date.UTC(1995, 0, 1 + n)).toISOString().slice(0, 10)
        const start = startOfDay(day, zone)
        expect(dayIn(zone, start)).toBe(day)
        expect(daysBetween(dayIn(zone, start.getTime() - 1), day)).toBe(1)
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-11-22', 24, '2028-11-22'],
])('%s and %i months is %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later)
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Kolkata', true],
  ['CET', true],
  ['US/Pacific', true],
  ['+02:00', false],
  ['CTT', false],
  ['ist', false],
  ['SystemV/AST4', false],
  ['Canada/East-Saskatchewan', false],
  ['Mars/Olympus', false],
  ['', false],
])('%o as a time zone: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown)
})

it('however the name of a time zone is spelled, it is made once', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const name = 'America/Argentina/Buenos_Aires'
  for (let at = 0; at < name.length; at += 1) {
    const spelled = name.slice(0, at).toUpperCase() + name.slice(at).toLowerCase()
    expect(isTimeZone(spelled)).toBe(true)
  }
  expect(made.mock.calls.length).toBeLessThan(2)
  made.mockRestore()
})
