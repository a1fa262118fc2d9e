import { addMonths, dayIn, startOfDay } from '@portal/contracts/calendar-day'
import { type DocumentChange, documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  listVersions,
  refusalOf,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'
import { enqueueReminders } from './remind-of-reviews.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let database: Database
const reminders: EventEnvelope[] = []

beforeAll(async () => {
  service = await startVersionsUnderTest()
  database = openDatabase({ urls: service.under.urls, name: 'reviews' })
  const { type } = documentsEvents.reviewDue
  await service.under.bus.tail({
    topics: ['documents'],
    handle: (event) => void (event.type === type && reminders.push(event)),
  })
}, 240_000)
afterAll(async () => {
  await database.close()
  await service.stop()
})

const wait = { timeout: 180_000, interval: 100 }
const dayMs = 86_400_000

/** Rows that a look has read. */
const read: unknown[] = []

const look = () =>
  enqueueReminders({
    platformTx: async (work) => {
      const found = await database.platformTx((db) =>
        work(db, (organizationId) => enqueuer(db, { organizationId })),
      )
      if (Array.isArray(found)) read.push(...found)
      return found
    },
  })

const change = ({ admin }: TestOrganization, id: string, body: DocumentChange) =>
  admin.call(documentsApi.changeDocument, { params: { id }, body })
const recertify = (client: TestOrganization['admin'], id: string) =>
  client.call(documentsApi.recertifyDocument, { params: { id } })
const inDays = (days: number, timeZone = 'UTC') => dayIn(timeZone, Date.now() + days * dayMs)
const remindersOf = (id: string) => reminders.filter(({ subject }) => subject === id)

/** Settings as team announces them, known once a document shows the time zone's day. */
async function settle({ publish, organizationId, admin }: TestOrganization, changes: object) {
  const settings = { ...defaultSettings, ...changes }
  await publish(teamEvents.settingsChanged, String(organizationId), settings)
  const { id } = await upload(admin)
  const expected = settings.reviewCycleMonths
  await expect
    .poll(async () => (await recertify(admin, id)).review.nextOn, wait)
    .toBe(expected === null ? null : addMonths(inDays(0, settings.timeZone), expected))
}

describe('a review', () => {
  it('is planned when a version becomes current, by the organization’s cycle or the document’s own', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const document = await upload(admin)
    const today = inDays(0)
    expect(document.effectiveOn).toBe(today)
    expect(document.review).toEqual({ nextOn: addMonths(today, 12), cycleMonths: null, isOverdue: false })
    await change(organization, document.id, { reviewCycleMonths: 6 })
    await activate(admin, await addVersion(admin, document.id))
    const { review } = await admin.call(documentsApi.readDocument, { params: { id: document.id } })
    expect(review).toEqual({ nextOn: addMonths(today, 6), cycleMonths: 6, isOverdue: false })
  })

  it('is overdue once its day has passed, not on the day', async () => {
    const organization = await service.newOrganization()
    const { id } = await upload(organization.admin)
    const overdue = async (nextReviewOn: string) =>
      (await change(organization, id, { nextReviewOn })).review.isOverdue
    expect([await overdue(inDays(0)), await overdue(inDays(-1))]).toEqual([false, true])
  })

  it('is done by recertifying: the version stays, the next review follows, an event says so', async () => {
    const organization = await service.newOrganization()
    const { admin, as, named } = organization
    const { id, currentVersion } = await upload(admin)
    await change(organization, id, { nextReviewOn: inDays(-40), reviewCycleMonths: 24 })
    await expect
      .poll(() => statusOf(change(organization, id, { ownerId: named('team_member') })), wait)
      .toBe(0)
    const after = await recertify(as('team_member'), id)
    expect(after.currentVersion).toEqual(currentVersion)
    expect(after.review).toEqual({ nextOn: addMonths(inDays(0), 24), cycleMonths: 24, isOverdue: false })
    expect(await statusOf(recertify(as('manager'), id))).toBe(403)
    expect(await statusOf(recertify(as('team_member', 'colleague'), id))).toBe(403)
    const other = await service.newOrganization()
    expect(await statusOf(recertify(other.admin, id))).toBe(404)
  })

  it('knows since when a version applies, which may be before its upload but not in the future', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const { id } = await upload(admin)
    const tomorrow = inDays(1)
    expect((await refusalOf(change(organization, id, { effectiveOn: tomorrow }))).message).toBe(
      'The effective date must not be in the future: a later one belongs to a new version.',
    )
    expect((await change(organization, id, { effectiveOn: '2024-02-29' })).effectiveOn).toBe('2024-02-29')
  })
})

describe('the organization’s settings', () => {
  it('give documents their cycle and the time zone in which scheduled days begin', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    await settle(organization, { timeZone: 'Pacific/Auckland', reviewCycleMonths: 18 })
    const { id } = await upload(admin)
    const scheduled = await addVersion(admin, id, { effectiveAt: inDays(40) })
    expect(scheduled.effectiveAt).toBe(startOfDay(inDays(40), 'Pacific/Auckland').toISOString())
    const [newest] = await listVersions(admin, id)
    expect(newest).toMatchObject({ status: 'approved', isActive: false })
  })
})

describe('reminders of a review', () => {
  it('go to the owner, else to the stewards, once for each of the days before', async () => {
    const organization = await service.newOrganization()
    const { admin, named, organizationId } = organization
    const { id } = await upload(admin)
    const stewards = { organizationId, roles: ['facilitator', 'admin'] }
    const remindedOn = async (days: number) => {
      const before = remindersOf(id).length
      await change(organization, id, { nextReviewOn: inDays(days) })
      await Promise.all([look(), look(), look()])
      await expect.poll(() => remindersOf(id).length, wait).toBe(before + 1)
      await look()
      return remindersOf(id).at(-1)
    }
    expect(await remindedOn(30)).toMatchObject({
      data: { documentId: id, dueOn: inDays(30), daysLeft: 30 },
      audience: stewards,
    })
    await expect.poll(() => statusOf(change(organization, id, { ownerId: named('manager') })), wait).toBe(0)
    expect(await remindedOn(5)).toMatchObject({
      data: { daysLeft: 5 },
      audience: { organizationId, users: [named('manager')] },
    })
    expect((await remindedOn(-3))?.data).toMatchObject({ daysLeft: 0, dueOn: inDays(-3) })
    // The same days again were reminded of.
    await change(organization, id, { nextReviewOn: inDays(30) })
    await look()
    const last = await upload(admin)
    await change(organization, last.id, { nextReviewOn: inDays(0) })
    await look()
    await expect.poll(() => remindersOf(last.id).length, wait).toBe(1)
    expect(remindersOf(id)).toHaveLength(3)
  })

  it('are looked for among the documents that have reached a new one: no others are read', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const reminded = await Promise.all(
      [20, 5, 0, -3].map(async (days) => {
        const { id } = await upload(admin)
        await change(organization, id, { nextReviewOn: inDays(days) })
        return id
      }),
    )
    await look()
    for (const id of reminded) await expect.poll(() => remindersOf(id).length, wait).toBe(1)
    read.length = 0
    await look()
    expect(reminded.filter((id) => JSON.stringify(read).includes(id))).toEqual([])
  })

  it('do not come for documents out of force, deleted, or with a review far away', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const [inactive, deleted, far, due] = await Promise.all([1, 2, 3, 4].map(() => upload(admin)))
    if (!(inactive && deleted && far && due)) throw new Error('Four were uploaded.')
    const nextReviewOn = inDays(0)
    await change(organization, inactive.id, { nextReviewOn, isActive: false })
    await change(organization, deleted.id, { nextReviewOn })
    await admin.call(documentsApi.deleteDocument, { params: { id: deleted.id } })
    await change(organization, far.id, { nextReviewOn: inDays(31) })
    await change(organization, due.id, { nextReviewOn })
    await look()
    await expect.poll(() => remindersOf(due.id).length, wait).toBe(1)
    expect([inactive, deleted, far].flatMap(({ id }) => remindersOf(id))).toEqual([])
  })

  it('are neither lost nor sent twice when every connection of the service dies in between', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const documents: Awaited<ReturnType<typeof upload>>[] = []
    for (let at = 0; at < 12; at += 1) {
      const document = await upload(admin)
      await change(organization, document.id, { nextReviewOn: inDays(1) })
      documents.push(document)
    }
    const kill = () =>
      database
        .tenantTx(organization.organizationId, (db) =>
          db.execute(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`),
        )
        .catch(() => undefined)
    for (let kills = 0; kills < 10; kills += 1) await Promise.all([look().catch(() => undefined), kill()])
    await expect
      .poll(async () => {
        await look().catch(() => undefined)
        return documents.every(({ id }) => remindersOf(id).length > 0)
      }, wait)
      .toBe(true)
    await look()
    const marker = await upload(admin)
    await change(organization, marker.id, { nextReviewOn: inDays(0) })
    await look()
    await expect.poll(() => remindersOf(marker.id).length, wait).toBe(1)
    expect(documents.map(({ id }) => remindersOf(id).length)).toEqual(documents.map(() => 1))
  })
})

describe('the library', () => {
  it('?reviewBy= has only what is to be reviewed by the end of that day', async () => {
    const organization = await service.newOrganization()
    const { admin } = organization
    const [due, far, never] = await Promise.all([upload(admin), upload(admin), upload(admin)])
    await change(organization, due.id, { nextReviewOn: inDays(30) })
    await change(organization, far.id, { nextReviewOn: inDays(31) })
    await change(organization, never.id, { nextReviewOn: null })
    const found = await admin.call(documentsApi.listDocuments, { query: { reviewBy: inDays(30) } })
    expect(found.map(({ id }) => id)).toEqual([due.id])
  })
})
