import { documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { teamEvents } from '@portal/contracts/team'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '../schema.ts'
import {
  addVersion,
  approvalsOf,
  decide,
  pendingFor,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'
import { dueChase, enqueueChases } from './chase-approvals.ts'

const dayMs = 86_400_000

describe('what a deadline asks for', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const deadline = {
    ...{ remindedDays: null, escalatedAt: null, timeZone: 'UTC', reminderDays: [3, 1] },
    dueAt: new Date('2026-11-25T08:00:00Z'),
  }

  it.each([
    ['no deadline', { dueAt: null }, null],
    ['far away', { dueAt: new Date('2026-11-26T00:00:00Z') }, null],
    ['three days before', {}, { daysLeft: 3, reminder: 3 }],
    ['reminded already', { remindedDays: 3 }, null],
    [
      'two days before, never reminded',
      { dueAt: new Date('2026-11-24T23:59:00Z') },
      { daysLeft: 2, reminder: 3 },
    ],
    [
      'a day before',
      { dueAt: new Date('2026-11-23T00:00:00Z'), remindedDays: 3 },
      { daysLeft: 1, reminder: 1 },
    ],
    [
      'on the day',
      { dueAt: new Date('2026-11-22T23:00:00Z'), remindedDays: 1 },
      { daysLeft: 0, reminder: 0 },
    ],
    ['on the day where it is tomorrow', { timeZone: 'Pacific/Auckland', remindedDays: 3 }, null],
    ['passed', { dueAt: new Date(now) }, 'escalate'],
    ['passed and escalated', { dueAt: new Date(now), escalatedAt: new Date(now) }, null],
    [
      'without reminders, on the day',
      { reminderDays: [], dueAt: new Date(now + 1) },
      { daysLeft: 0, reminder: 0 },
    ],
  ] as const)('%s', (_, changes, chase) => {
    expect(dueChase({ ...deadline, ...changes }, now)).toEqual(chase)
  })
})

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let database: Database
const heard: EventEnvelope[] = []

beforeAll(async () => {
  service = await startVersionsUnderTest()
  database = openDatabase({ urls: service.under.urls, name: 'deadlines' })
  const types: string[] = [documentsEvents.approvalDue.type, documentsEvents.approvalEscalated.type]
  await service.under.bus.tail({
    topics: ['documents'],
    handle: (event) => void (types.includes(event.type) && heard.push(event)),
  })
}, 240_000)
afterAll(async () => {
  await database.close()
  await service.stop()
})

const wait = { timeout: 90_000, interval: 100 }
const heardOf = (approvalId: string) => heard.filter(({ data }) => data.approvalId === approvalId)

/** Several replicas look at once. */
const look = () => Promise.all([1, 2, 3].map(() => enqueueChases({ platformTx })))
const platformTx: Parameters<typeof enqueueChases>[0]['platformTx'] = (work) =>
  database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId })))

/** Lets the deadline of an approval come nearer; waiting for it would take days. */
const moveDeadline = ({ organizationId }: TestOrganization, id: string, inMs: number) =>
  database.tenantTx(organizationId, (db) =>
    db
      .update(approvals)
      .set({ dueAt: new Date(Date.now() + inMs) })
      .where(own(approvals, { organizationId }, eq(approvals.id, id))),
  )

/** A version of the admin that awaits the manager under a rule with a deadline. */
async function asked(terms: { deadlineDays: number | null; escalateToId: string | null }) {
  const organization = await service.newOrganization()
  const { admin, named } = organization
  const stage = { approverIds: [named('manager')], roles: [], quorum: null, ...terms }
  const body = { departmentId: null, stages: [stage], mayAuthorDecide: false }
  const { id } = await upload(admin)
  await expect
    .poll(() => statusOf(admin.call(documentsApi.createApprovalRule, { body })), wait)
    .toBeOneOf([0, 409])
  const version = await addVersion(admin, id)
  const [approval] = await approvalsOf(admin, version)
  if (!approval) throw new Error('The manager is asked.')
  return { organization, version, approval }
}

describe('an approval with a deadline', () => {
  it('reminds the approver and their delegate, once for each of the days before', async () => {
    const { organization, approval } = await asked({ deadlineDays: 1, escalateToId: null })
    const { as, named, organizationId } = organization
    const body = { delegateUserId: named('team_member') }
    await as('manager').call(documentsApi.delegateApproval, { params: { id: approval.id }, body })
    await look()
    await expect.poll(() => heardOf(approval.id), wait).toHaveLength(1)
    expect(heardOf(approval.id)[0]).toMatchObject({
      type: 'approval.due',
      data: { daysLeft: 1, dueAt: approval.dueAt, approverId: named('manager') },
      audience: { organizationId, users: [named('manager'), named('team_member')] },
    })
    await look()
    await moveDeadline(organization, approval.id, 1)
    await look()
    await expect.poll(() => heardOf(approval.id).at(-1)?.type, wait).toBe('approval.escalated')
    expect(heardOf(approval.id)).toHaveLength(2)
  })

  it('that has passed lets the person decide whom the rule names, once', async () => {
    const { organization, version, approval } = await asked({ deadlineDays: 9, escalateToId: null })
    const { admin, as, named, organizationId } = organization
    const [rule] = await admin.call(documentsApi.listApprovalRules, {})
    const stages = rule?.stages.map((stage) => ({ ...stage, escalateToId: named('team_member') })) ?? []
    const body = { stages, mayAuthorDecide: false }
    await admin.call(documentsApi.changeApprovalRule, { params: { id: rule?.id ?? '' }, body })
    const { version: second, approval: late } = await next(organization, version.documentId)
    await moveDeadline(organization, late.id, -1000)
    expect(await pendingFor(as('team_member'))).toEqual([])
    await look()
    await expect.poll(() => heardOf(late.id), wait).toHaveLength(1)
    expect(heardOf(late.id)[0]).toMatchObject({
      type: 'approval.escalated',
      data: { escalatedTo: named('team_member') },
      audience: { organizationId, users: [named('manager'), named('team_member')] },
    })
    await look()
    await decide(as('team_member'), second)
    expect((await approvalsOf(admin, second))[0]?.status).toBe('approved')
    // Rounds that were open keep the rule with which they began.
    await moveDeadline(organization, approval.id, -1000)
    await look()
    await expect.poll(() => heardOf(approval.id), wait).toHaveLength(1)
    expect(heardOf(approval.id)[0]).toMatchObject({
      data: { escalatedTo: null },
      audience: { organizationId, users: [named('manager')], roles: ['facilitator', 'admin'] },
    })
    expect(heardOf(late.id)).toHaveLength(1)
  })

  it('that was decided is left alone', async () => {
    const { organization, version, approval } = await asked({ deadlineDays: 1, escalateToId: null })
    await decide(organization.as('manager'), version)
    const other = await asked({ deadlineDays: 1, escalateToId: null })
    await look()
    await expect.poll(() => heardOf(other.approval.id), wait).toHaveLength(1)
    expect(heardOf(approval.id)).toEqual([])
  })
})

it('thousands of an organization about which nothing is to be done yet keep no other one’s waiting', async () => {
  const terms = { deadlineDays: 9, escalateToId: null }
  const [crowd, other] = [await asked(terms), await asked(terms)]
  const { organizationId } = crowd.organization
  const isFirst = own(approvals, { organizationId }, eq(approvals.id, crowd.approval.id))
  // Due tomorrow, of which they were reminded.
  await database.tenantTx(organizationId, (db) =>
    db.execute(sql`
      insert into approvals (organization_id, id, document_id, version_id, round, stage, quorum,
        approver_id, status, content_hash, due_at, reminded_days)
      select organization_id, gen_random_uuid(), document_id, version_id, round, stage, quorum,
        'approver ' || n, status, content_hash, now() + interval '1439 minutes', 1
      from ${approvals}, generate_series(1, 5000) n where ${isFirst}`),
  )
  await moveDeadline(other.organization, other.approval.id, dayMs)
  await look()
  await expect.poll(() => heardOf(other.approval.id), wait).toHaveLength(1)
})

it('a stage without a deadline of its own has the one of the organization', async () => {
  const { organization, version } = await asked({ deadlineDays: null, escalateToId: null })
  const { publish, organizationId } = organization
  const settings = { ...defaultSettings, approvalDeadlineDays: 4 }
  await publish(teamEvents.settingsChanged, String(organizationId), settings)
  await expect
    .poll(async () => {
      const { approval } = await next(organization, version.documentId)
      return approval.dueAt === null ? null : Math.round((Date.parse(approval.dueAt) - Date.now()) / dayMs)
    }, wait)
    .toBe(4)
})

/** One more version under the same rule. */
async function next({ admin }: TestOrganization, documentId: string) {
  const version = await addVersion(admin, documentId)
  const [approval] = await approvalsOf(admin, version)
  if (!approval) throw new Error('The manager is asked.')
  return { version, approval }
}
