import type { RuleStage } from '@portal/contracts/approval-rules'
import { documentsApi } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addVersion,
  approvalsOf,
  decide,
  listVersions,
  pendingFor,
  refusalOf,
  settled,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization

beforeAll(async () => {
  service = await startVersionsUnderTest()
}, 240_000)
afterAll(() => service.stop())
beforeEach(async () => {
  organization = await service.newOrganization()
  // What is learned last: a rule that names everyone can be saved once they are known.
  const { admin, named } = organization
  await expect
    .poll(() => statusOf(rule([stage({ approverIds: [named('team_member')] })])), { timeout: 60_000 })
    .toBe(0)
  const [first] = await admin.call(documentsApi.listApprovalRules, {})
  await admin.call(documentsApi.deleteApprovalRule, { params: { id: first?.id ?? '' } })
})

const stage = (wanted: Partial<RuleStage>): RuleStage => ({
  ...{ approverIds: [], roles: [], quorum: null, deadlineDays: null, escalateToId: null },
  ...wanted,
})

interface Terms {
  readonly departmentId?: number
  readonly mayAuthorDecide?: boolean
}

function rule(stages: RuleStage[], { departmentId, mayAuthorDecide = false }: Terms = {}) {
  const body = { departmentId: departmentId ?? null, stages, mayAuthorDecide }
  return organization.admin.call(documentsApi.createApprovalRule, { body })
}

const newest = async (id: string) => (await listVersions(organization.admin, id))[0]

it('asks its stages one after the other, each until its quorum, and then approves', async () => {
  const { admin, as, named } = organization
  const { id } = await upload(admin)
  await rule([
    stage({ approverIds: [named('manager'), named('team_member')], quorum: 1, deadlineDays: 7 }),
    stage({ roles: ['facilitator'] }),
  ])
  const version = await addVersion(admin, id)
  expect(version.status).toBe('pending_approval')
  expect(await pendingFor(as('facilitator'))).toEqual([])
  const [waiting] = (await approvalsOf(admin, version)).filter(({ status }) => status === 'waiting')
  const early = { params: { id: waiting?.id ?? '' }, body: { status: 'approved' as const } }
  expect(await refusalOf(as('facilitator').call(documentsApi.decideApproval, early))).toEqual({
    status: 409,
    message: 'An earlier stage has not been decided yet.',
  })
  await decide(as('team_member'), version)
  expect(await pendingFor(as('manager'))).toEqual([])
  expect((await newest(id))?.status).toBe('pending_approval')
  await decide(as('facilitator'), version)
  expect(await newest(id)).toMatchObject({ status: 'approved', isActive: false })
  expect((await approvalsOf(admin, version)).map(({ status, dueAt }) => [status, dueAt !== null])).toEqual(
    expect.arrayContaining([
      ['not_needed', true],
      ['approved', true],
      ['approved', false],
    ]),
  )
})

it('holds for the first upload too, which is current as soon as it is approved (decision 21)', async () => {
  const { admin, as } = organization
  await rule([stage({ roles: ['manager'] })])
  const uploaded = await upload(admin)
  expect(uploaded).toMatchObject({ currentVersion: null, newestVersion: { status: 'pending_approval' } })
  expect(await statusOf(listVersions(as('team_member'), uploaded.id))).toBe(404)
  const version = await newest(uploaded.id)
  if (!version) throw new Error('The first version is listed.')
  await decide(as('manager'), version)
  expect(await newest(uploaded.id)).toMatchObject({ status: 'approved', isActive: true })
  const document = await admin.call(documentsApi.readDocument, { params: { id: uploaded.id } })
  expect(document.newestVersion).toBeUndefined()
  expect(await listVersions(as('team_member'), uploaded.id)).toHaveLength(1)
})

it('lets an employee read the first version that awaits their decision, and nothing after it', async () => {
  const { admin, as, named } = organization
  await rule([stage({ approverIds: [named('team_member')] })])
  const { id } = await upload(admin, 'Badges are returned on the last day.\n')
  const version = await newest(id)
  if (!version) throw new Error('The first version is listed.')
  await settled(admin, version)
  const [reader, params] = [as('team_member'), { id, versionId: version.id }]
  const textOf = () => reader.call(documentsApi.readVersionText, { params })
  expect(await textOf()).toMatchObject({
    ...{ status: 'pending_approval', isCurrent: false, mayComment: true },
    text: 'Badges are returned on the last day.',
  })
  expect(await statusOf(reader.call(documentsApi.readDocument, { params: { id } }))).toBe(404)
  await decide(reader, version, 'rejected')
  expect(await statusOf(textOf())).toBe(404)
})

it('of a department comes before the one of the organization', async () => {
  const { admin, named, publish } = organization
  const department = { number: 2, name: 'Human Resources', color: '#EC4899' }
  await publish(teamEvents.departmentCreated, '2', department)
  await rule([stage({ approverIds: [named('manager')] })])
  await rule([stage({ approverIds: [named('facilitator')] })], { departmentId: 2 })
  const file = new Blob(['The policy of Human Resources says who is asked.\n'])
  const form = { departmentId: '2' }
  const { id } = await admin.call(documentsApi.uploadDocument, { form, file, fileName: 'hr.txt' })
  const version = await newest(id)
  if (!version) throw new Error('The first version is listed.')
  const asked = await approvalsOf(admin, version)
  expect(asked.map(({ approverUserId }) => approverUserId)).toEqual([named('facilitator')])
  expect(await statusOf(rule([stage({ roles: ['admin'] })], { departmentId: 2 }))).toBe(409)
})

it('that nobody could meet is refused with what is wrong', async () => {
  const { named } = organization
  const refusal = async (...stages: RuleStage[]) => (await refusalOf(rule(stages))).message
  expect(await refusal(stage({ approverIds: [named('manager')], quorum: 2 }))).toBe(
    'Stage 1 needs 2 approvals, but only one person could give them.',
  )
  expect(await refusal(stage({ roles: ['manager'] }), stage({}))).toBe(
    'Nobody but the author could approve stage 2.',
  )
  expect(await refusal(stage({ approverIds: ['nobody'] }))).toContain('must be a member')
  expect(await refusal()).toContain('Stages')
})

it('never asks an author about their own version, unless it says so', async () => {
  const { admin, named } = organization
  const { id } = await upload(admin)
  const created = await rule([stage({ roles: ['admin', 'facilitator'] })])
  const asked = async () =>
    (await approvalsOf(admin, await addVersion(admin, id))).map(({ approverUserId }) => approverUserId)
  expect(await asked()).toEqual([named('facilitator')])
  const { stages } = created
  const body = { stages, mayAuthorDecide: true }
  await admin.call(documentsApi.changeApprovalRule, { params: { id: created.id }, body })
  expect((await asked()).toSorted()).toEqual([named('admin'), named('facilitator')].toSorted())
})

it('that two people change at once keeps the first change and tells the second person', async () => {
  const { admin } = organization
  const seen = { stages: [stage({ roles: ['facilitator'] })], mayAuthorDecide: true }
  const { id } = await rule(seen.stages, seen)
  const changed = (role: 'admin' | 'manager') =>
    admin.call(documentsApi.changeApprovalRule, {
      params: { id },
      body: { stages: [...seen.stages, stage({ roles: [role] })], mayAuthorDecide: true, seen },
    })
  const stages = (await changed('admin')).stages
  expect(await refusalOf(changed('manager'))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^This was changed meanwhile, by somebody else or by you in another tab/),
  })
  expect(await admin.call(documentsApi.listApprovalRules, {})).toMatchObject([{ id, stages }])
})

it('that an approver’s leaving breaks is shown as broken, and says so to authors', async () => {
  const { admin, named, leave } = organization
  const { id } = await upload(admin)
  await rule([stage({ approverIds: [named('manager')] })])
  await leave(named('manager'), 'manager')
  await expect
    .poll(async () => (await admin.call(documentsApi.listApprovalRules, {}))[0]?.problem, { timeout: 60_000 })
    .toBe('Stage 1 names someone who is not a member of your organization.')
  expect(await refusalOf(addVersion(admin, id))).toEqual({
    status: 409,
    message: 'The approval rule cannot be met. Nobody but the author could approve stage 1.',
  })
})

it('asks at most a hundred people in a stage: of a role that more have it is shown as broken, and refused', async () => {
  const { admin, join, named } = organization
  const { id } = await upload(admin)
  for (let at = 0; at < 99; at += 1) await join(named(`reader-${at}`), 'team_member')
  const ofLast = () => rule([stage({ approverIds: [named('reader-98')] })])
  await expect.poll(() => statusOf(ofLast()), { timeout: 60_000 }).toBe(0)
  const everybody = [stage({ roles: ['team_member'], quorum: 1 })]
  const [{ id: ruleId } = { id: '' }] = await admin.call(documentsApi.listApprovalRules, {})
  const replace = () =>
    admin.call(documentsApi.changeApprovalRule, {
      params: { id: ruleId },
      body: { stages: everybody, mayAuthorDecide: false },
    })
  expect((await replace()).problem).toBeNull()
  await join(named('one-more'), 'team_member')
  const problem = 'Stage 1 asks 101 people, and a stage can ask 100 at most.'
  await expect
    .poll(async () => (await admin.call(documentsApi.listApprovalRules, {}))[0]?.problem, { timeout: 60_000 })
    .toBe(problem)
  expect(await refusalOf(replace())).toEqual({ status: 400, message: problem })
  expect(await refusalOf(addVersion(admin, id))).toEqual({
    status: 409,
    message: `The approval rule cannot be met. ${problem}`,
  })
})
