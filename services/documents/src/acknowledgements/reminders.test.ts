import { addDays, dayIn } from '@portal/contracts/calendar-day'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startVersionsUnderTest, type TestOrganization } from '../versions/versions.fixture.ts'
import { acknowledge, campaignFor, close, listen, nextVersion, nowOf, wait } from './campaigns.fixture.ts'
import { reminderFor } from './due-days.ts'
import { enqueueReminders } from './send-reminders.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let events: Awaited<ReturnType<typeof listen>>
let look: (day: string) => Promise<void>
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  service = await startVersionsUnderTest()
  events = await listen(service.under.bus)
  const database = openDatabase({ urls: service.under.urls, name: 'reminders' })
  ends.push(
    () => events.stop(),
    () => database.close(),
  )
  look = (day) =>
    enqueueReminders(
      {
        platformTx: (work) =>
          database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId }))),
      },
      new Date(`${day}T12:00:00.000Z`),
    )
}, 240_000)
afterAll(async () => {
  for (const end of ends) await end()
  await service.stop()
})

const today = dayIn('UTC')
const dueOn = addDays(today, 10)

/** Looks several times at once, as replicas do, and waits until a later campaign was reminded. */
async function lookThoroughly(organization: TestOrganization, day: string): Promise<void> {
  await Promise.all([look(day), look(day), look(day)])
  const { campaign } = await campaignFor(organization, { dueOn: addDays(day, 0) })
  await expect
    .poll(async () => {
      await look(addDays(day, 1))
      return events.reached('acknowledgement.reminded', campaign).length
    }, wait)
    .toBeGreaterThan(0)
}

describe('a reminder', () => {
  it('is sent once before the last day and once after it, to those who have not acknowledged', async () => {
    const organization = await service.newOrganization()
    const { as, named } = organization
    const { campaign } = await campaignFor(organization, { dueOn })
    const reached = () => events.reached('acknowledgement.reminded', campaign)
    await look(addDays(dueOn, -4))
    await acknowledge(as('manager'), campaign)
    await Promise.all([look(addDays(dueOn, -3)), look(addDays(dueOn, -3)), look(addDays(dueOn, -3))])
    const outstanding = ['admin', 'facilitator', 'team_member'].map(named)
    await expect.poll(reached, wait).toEqual(outstanding)
    for (const days of [-2, -1, 0]) await look(addDays(dueOn, days))
    await acknowledge(as('facilitator'), campaign)
    await Promise.all([look(addDays(dueOn, 1)), look(addDays(dueOn, 1))])
    const late = ['admin', 'team_member'].map(named)
    await expect.poll(reached, wait).toEqual([...outstanding, ...late].toSorted())
    await lookThoroughly(await service.newOrganization(), addDays(dueOn, 2))
    expect(reached()).toEqual([...outstanding, ...late].toSorted())
    const states = events.heard
      .filter(({ type, data }) => type.endsWith('.reminded') && data['campaignId'] === campaign.id)
      .map(({ data }) => data['state'])
    expect(states).toEqual(['due', 'overdue'])
    expect((await nowOf(organization.admin, campaign)).remindedAt).toEqual(expect.any(String))
  }, 180_000)

  it('is not sent for a campaign that has ended or whose version was replaced', async () => {
    const organization = await service.newOrganization()
    const closed = await campaignFor(organization, { dueOn })
    await close(organization.admin, closed.campaign)
    const replaced = await campaignFor(organization, { dueOn })
    await nextVersion(organization, replaced.documentId)
    await lookThoroughly(organization, addDays(dueOn, 1))
    for (const { campaign } of [closed, replaced])
      expect(events.reached('acknowledgement.reminded', campaign)).toEqual([])
  }, 180_000)
})

describe('the day of a reminder', () => {
  const startedOn = '2026-03-01'
  const unsent = { dueReminderAt: null, overdueReminderAt: null }
  it.each([
    { day: '2026-03-16', dueOn: '2026-03-20', is: null },
    { day: '2026-03-17', dueOn: '2026-03-20', is: 'due' },
    { day: '2026-03-20', dueOn: '2026-03-20', is: 'due' },
    { day: '2026-03-21', dueOn: '2026-03-20', is: 'overdue' },
    // Asked so late that the request itself is the reminder.
    { day: '2026-03-03', dueOn: '2026-03-04', is: null },
    { day: '2026-03-05', dueOn: '2026-03-04', is: 'overdue' },
    { day: '2026-03-20', dueOn: null, is: null },
  ] as const)('$day for $dueOn: $is', ({ day, dueOn: last, is }) => {
    expect(reminderFor({ ...unsent, dueOn: last }, { today: day, startedOn })).toBe(is)
  })

  it('passes without a reminder that was sent', () => {
    const at = new Date('2026-03-18T08:00:00.000Z')
    const sent = { dueReminderAt: at, overdueReminderAt: at }
    for (const day of ['2026-03-18', '2026-03-25'])
      expect(reminderFor({ ...sent, dueOn: '2026-03-20' }, { today: day, startedOn })).toBeNull()
  })
})
