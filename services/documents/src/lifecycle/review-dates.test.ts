import { dayIn } from '@portal/contracts/calendar-day'
import { describe, expect, it } from 'vitest'
import { dueReminder, nextReview } from './review-dates.ts'

const yearly = { reviewCycleMonths: 12 }

describe('the next review', () => {
  it.each([
    ['the organization’s cycle', null, yearly, '2027-11-30'],
    ['a cycle of its own', 3, yearly, '2027-02-28'],
    ['none, although the organization has one', 0, yearly, null],
    ['none of the organization', null, { reviewCycleMonths: null }, null],
  ])('follows %s', (_, own, settings, next) => {
    expect(nextReview('2026-11-30', own, settings)).toBe(next)
  })
})

describe('a reminder of a review', () => {
  it.each([
    ['2026-10-31', null],
    ['2026-11-01', { daysLeft: 30, reached: [30] }],
    ['2026-11-20', { daysLeft: 11, reached: [30] }],
    ['2026-11-24', { daysLeft: 7, reached: [7, 30] }],
    ['2026-11-30', { daysLeft: 1, reached: [1, 7, 30] }],
    ['2026-12-01', { daysLeft: 0, reached: [0, 1, 7, 30] }],
    ['2027-02-01', { daysLeft: 0, reached: [0, 1, 7, 30] }],
  ])('of 1 December is on %s: %o', (today, due) => {
    expect(dueReminder('2026-12-01', today)).toEqual(due)
  })

  it.each([
    ['Pacific/Auckland', '2026-11-30T11:00:00Z', 0],
    ['Pacific/Auckland', '2026-11-30T10:59:59Z', 1],
    ['America/Los_Angeles', '2026-12-01T07:59:59Z', 1],
    ['America/Los_Angeles', '2026-12-01T08:00:00Z', 0],
  ])('counts days in %s: at %s there are %i left', (timeZone, at, daysLeft) => {
    expect(dueReminder('2026-12-01', dayIn(timeZone, Date.parse(at)))?.daysLeft).toBe(daysLeft)
  })

  it('counts a day of 23 and one of 25 hours as a day', () => {
    const berlin = (at: string) => dayIn('Europe/Berlin', Date.parse(at))
    expect(dueReminder('2026-03-30', berlin('2026-03-28T23:30:00Z'))?.daysLeft).toBe(1)
    expect(dueReminder('2026-10-26', berlin('2026-10-24T22:30:00Z'))?.daysLeft).toBe(1)
    expect(dueReminder('2026-10-26', berlin('2026-10-25T22:59:59Z'))?.daysLeft).toBe(1)
    expect(dueReminder('2026-10-26', berlin('2026-10-25T23:00:00Z'))?.daysLeft).toBe(0)
  })
})
