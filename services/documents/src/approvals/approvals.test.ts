import { documentsApi } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addVersion,
  approvalsOf,
  decide,
  listVersions,
  pendingFor,
  refusalOf,
  requestChanges,
  startVersionsUnderTest,
  statusOf,
  submit,
  type TestOrganization,
  upload,
  withdraw,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization

const heard: EventEnvelope[] = []
beforeAll(async () => {
  service = await startVersionsUnderTest()
  await service.under.bus.tail({ topics: ['documents'], handle: (event) => void heard.push(event) })
}, 240_000)
afterAll(() => service.stop())
beforeEach(async () => {
  organization = await service.newOrganization()
})

const first = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('There is none.')
  return item
}
const statusAfter = async (id: string) => first(await listVersions(organization.admin, id)).status

/** A version that the manager and the facilitator must approve. */
async function pendingVersion(...approvers: string[]) {
  const { admin, named } = organization
  const { id } = await upload(admin)
  const approverIds = (approvers.length === 0 ? ['manager', 'facilitator'] : approvers).map(named).join(',')
  return { id, version: await addVersion(admin, id, { approverIds }) }
}

async function areRequested(id: string) {
  return first(await listVersions(organization.admin, id)).areChangesRequested
}

describe('a decision', () => {
  it('of every named approver is needed, is bound to the content, and approves the version', async () => {
    const { id, version } = await pendingVersion()
    const { as } = organization
    const decided = await decide(as('manager'), version)
    expect(decided).toMatchObject({
      status: 'approved',
      contentHash: version.contentHash,
      decidedBy: organization.named('manager'),
    })
    expect(await statusAfter(id)).toBe('pending_approval')
    await decide(as('facilitator'), version)
    expect(await statusAfter(id)).toBe('approved')
    expect(first(await listVersions(as('manager'), id)).isActive).toBe(false)
  })

  it('is one rejection to reject, with its comment, and ends what others were asked', async () => {
    const { id, version } = await pendingVersion()
    const { as, admin } = organization
    const asked = first(await pendingFor(as('manager')))
    const body = { status: 'rejected' as const, comments: '  Clause 2 contradicts clause 7.  ' }
    await as('manager').call(documentsApi.decideApproval, { params: { id: asked.id }, body })
    expect(await statusAfter(id)).toBe('rejected')
    expect(await pendingFor(as('facilitator'))).toEqual([])
    expect(await approvalsOf(admin, version)).toMatchObject([
      { status: 'rejected', comments: 'Clause 2 contradicts clause 7.' },
      { status: 'not_needed', comments: null },
    ])
  })

  it('is made once: a second one, and one after the end, get 409', async () => {
    const { version } = await pendingVersion()
    const { as, admin } = organization
    const [ofManager, ofFacilitator] = await approvalsOf(admin, version)
    const again = (client = as('manager'), id = ofManager?.id ?? '') =>
      refusalOf(client.call(documentsApi.decideApproval, { params: { id }, body: { status: 'rejected' } }))
    await decide(as('manager'), version)
    expect(await again()).toEqual({ status: 409, message: 'This approval has already been decided.' })
    await decide(as('facilitator'), version, 'rejected')
    expect((await again(as('facilitator'), ofFacilitator?.id)).status).toBe(409)
  })

  it('sent twice at once has one winner, and the other gets 409', async () => {
    for (let turn = 0; turn < 25; turn += 1) {
      const { id, version } = await pendingVersion('manager')
      const manager = organization.as('manager')
      const { id: approvalId } = first(await approvalsOf(organization.admin, version))
      const outcomes = await Promise.all(
        (['approved', 'rejected'] as const).map((status) =>
          statusOf(
            manager.call(documentsApi.decideApproval, { params: { id: approvalId }, body: { status } }),
          ),
        ),
      )
      expect(outcomes.toSorted()).toEqual([0, 409])
      expect(['approved', 'rejected'][outcomes.indexOf(0)]).toBe(await statusAfter(id))
    }
  })

  it.each(['draft', null, ['approved'], 'APPROVED', undefined])('is not %j', async (status) => {
    const { version } = await pendingVersion('manager')
    const { id } = first(await approvalsOf(organization.admin, version))
    const body = { status } as unknown as { status: 'approved' }
    const sent = organization.as('manager').call(documentsApi.decideApproval, { params: { id }, body })
    expect(await statusOf(sent)).toBe(400)
  })

  it('is the named approver’s: a steward gets 403, a stranger and another organization 404', async () => {
    const { version } = await pendingVersion('manager')
    const { id } = first(await approvalsOf(organization.admin, version))
    const { as, admin } = organization
    const elsewhere = (await service.newOrganization()).admin
    const sent = [admin, as('facilitator'), as('team_member'), elsewhere].map((client) =>
      statusOf(client.call(documentsApi.decideApproval, { params: { id }, body: { status: 'approved' } })),
    )
    expect(await Promise.all(sent)).toEqual([403, 403, 404, 404])
  })

  it('is never the author’s own', async () => {
    const { admin, named } = organization
    const { id } = await upload(admin)
    expect(await refusalOf(addVersion(admin, id, { approverIds: named('admin') }))).toEqual({
      status: 400,
      message: 'Authors do not decide on their own versions.',
    })
    expect(await listVersions(admin, id)).toHaveLength(1)
  })
})

it('an approver who is no leader sees the version under approval, and nothing of it afterwards', async () => {
  const { id, version } = await pendingVersion('team_member')
  const reader = organization.as('team_member')
  expect((await listVersions(reader, id)).map((seen) => seen.version)).toEqual([2, 1])
  await decide(reader, version, 'rejected')
  expect((await listVersions(reader, id)).map((seen) => seen.version)).toEqual([1])
})

describe('requested changes', () => {
  it('send the version back to its author as a draft, with what to change', async () => {
    const { id, version } = await pendingVersion()
    const { as, admin } = organization
    const { id: approvalId } = first(await pendingFor(as('manager')))
    const request = (comments: string) =>
      as('manager').call(documentsApi.requestChanges, { params: { id: approvalId }, body: { comments } })
    expect(await refusalOf(request(' '))).toEqual({
      status: 400,
      message: 'Please say what should be changed.',
    })
    expect(await request('Name the owner.')).toMatchObject({ status: 'changes_requested' })
    expect(await statusAfter(id)).toBe('draft')
    expect(await areRequested(id)).toBe(true)
    expect(await pendingFor(as('facilitator'))).toEqual([])
    expect((await approvalsOf(admin, version)).map(({ status }) => status)).toEqual([
      'changes_requested',
      'not_needed',
    ])
  })

  it('are answered to the same people, for the same day, unless others are named', async () => {
    const { admin, as, named } = organization
    const { id } = await upload(admin)
    const effectiveAt = '2099-05-01T00:00:00.000Z'
    const version = await addVersion(admin, id, { approverIds: named('manager'), effectiveAt })
    await requestChanges(as('manager'), version)
    const again = await submit(admin, version)
    expect(again).toMatchObject({ status: 'pending_approval', effectiveAt })
    expect((await pendingFor(as('manager'))).map(({ versionId }) => versionId)).toEqual([version.id])
    await withdraw(admin, version)
    const others = await submit(admin, version, { approverIds: [named('facilitator')], effectiveAt: null })
    expect(others).toMatchObject({ status: 'pending_approval', effectiveAt: null })
    expect(await pendingFor(as('manager'))).toEqual([])
    await withdraw(admin, version)
    expect(await submit(admin, version, { approverIds: [] })).toMatchObject({ status: 'approved' })
  })

  it('are said of the version until it is submitted again, and not of one that was withdrawn', async () => {
    const { id, version } = await pendingVersion('manager')
    const { as, admin, named } = organization
    expect(await areRequested(id)).toBe(false)
    const { id: approvalId } = first(await pendingFor(as('manager')))
    const body = { comments: 'Name the owner.' }
    await as('manager').call(documentsApi.requestChanges, { params: { id: approvalId }, body })
    expect(await areRequested(id)).toBe(true)
    const params = { id, versionId: version.id }
    const submitted = await admin.call(documentsApi.submitVersion, {
      params,
      body: { approverIds: [named('manager')] },
    })
    expect(submitted.areChangesRequested).toBe(false)
    const withdrawn = await admin.call(documentsApi.withdrawVersion, { params })
    expect(withdrawn).toMatchObject({ status: 'draft', areChangesRequested: false })
  })
})

describe('a delegate', () => {
  const delegate = (client: TestOrganization['admin'], id: string, person: string) =>
    client.call(documentsApi.delegateApproval, {
      params: { id },
      body: { delegateUserId: organization.named(person) },
    })

  it('of the approver finds the approval in their list and decides once for both', async () => {
    const { id, version } = await pendingVersion('manager')
    const { as } = organization
    const { id: approvalId } = first(await pendingFor(as('manager')))
    expect(await delegate(as('manager'), approvalId, 'team_member')).toMatchObject({
      delegateUserId: organization.named('team_member'),
    })
    expect(first(await pendingFor(as('team_member'))).approverUserId).toBe(organization.named('manager'))
    expect(await decide(as('team_member'), version)).toMatchObject({
      decidedBy: organization.named('team_member'),
      approverUserId: organization.named('manager'),
    })
    expect(await statusAfter(id)).toBe('approved')
    expect(await pendingFor(as('manager'))).toEqual([])
  })

  it('is a member, neither the author nor a decider of the same stage; named by approver or steward', async () => {
    const { version } = await pendingVersion()
    const { admin, as } = organization
    const { id } = first(await approvalsOf(admin, version))
    expect(await refusalOf(delegate(as('manager'), id, 'admin'))).toEqual({
      status: 400,
      message: 'Authors do not decide on their own versions.',
    })
    expect((await refusalOf(delegate(as('manager'), id, 'facilitator'))).message).toContain('same stage')
    expect((await refusalOf(delegate(as('manager'), id, 'nobody'))).message).toContain('must be a member')
    expect(await statusOf(delegate(as('team_member'), id, 'team_member'))).toBe(404)
    expect(await statusOf(delegate(as('facilitator'), id, 'team_member'))).toBe(0)
  })

  it('is not named by the author, though a steward: nobody chooses who decides on their own version', async () => {
    const { version } = await pendingVersion('manager')
    const { admin, as } = organization
    const { id } = first(await approvalsOf(admin, version))
    expect(await refusalOf(delegate(admin, id, 'team_member'))).toEqual({
      status: 403,
      message:
        'Authors do not choose who decides on their own versions. Ask the approver or another steward.',
    })
    expect(first(await approvalsOf(admin, version)).delegateUserId).toBeNull()
    expect(await delegate(as('facilitator'), id, 'team_member')).toMatchObject({
      delegateUserId: organization.named('team_member'),
    })
  })

  it('is not named by a manager who only sees the version', async () => {
    const { version } = await pendingVersion('facilitator')
    const { admin, as } = organization
    const { id } = first(await approvalsOf(admin, version))
    expect(await refusalOf(delegate(as('manager'), id, 'team_member'))).toEqual({
      status: 403,
      message: 'Only the approver and stewards name a delegate.',
    })
  })
})

describe('a member who leaves', () => {
  const approverOf = async (version: Parameters<typeof approvalsOf>[1]) =>
    first(await approvalsOf(organization.admin, version))

  it('hands what they had to decide to a steward who did not write the version', async () => {
    const { version } = await pendingVersion('manager')
    const { leave, named, as } = organization
    await leave(named('manager'), 'manager')
    await expect
      .poll(async () => (await approverOf(version)).approverUserId, { timeout: 60_000 })
      .toBe(named('facilitator'))
    expect(await decide(as('facilitator'), version)).toMatchObject({ status: 'approved' })
  })

  it('without another steward sends the version back to its author', async () => {
    const { id, version } = await pendingVersion('manager', 'facilitator')
    const { leave, named } = organization
    await leave(named('manager'), 'manager')
    await expect.poll(() => statusAfter(id), { timeout: 60_000 }).toBe('draft')
    expect((await approverOf(version)).status).toBe('not_needed')
  })

  it('hands it to who decides for that steward, if they are away', async () => {
    const { version } = await pendingVersion('manager')
    const { leave, named, as } = organization
    const body = { delegateUserId: named('team_member'), until: '2999-01-31' }
    await as('facilitator').call(documentsApi.beginAbsence, { body })
    await leave(named('manager'), 'manager')
    await expect
      .poll(() => approverOf(version), { timeout: 60_000 })
      .toMatchObject({ approverUserId: named('facilitator'), delegateUserId: named('team_member') })
    expect(await decide(as('team_member'), version)).toMatchObject({ status: 'approved' })
  })

  it('is not missed where enough others can approve', async () => {
    const { admin, as, leave, named } = organization
    const people = ['manager', 'facilitator', 'team_member'] as const
    const stage = { approverIds: people.map(named), roles: [], quorum: 2, deadlineDays: null }
    const rule = { departmentId: null, mayAuthorDecide: false, stages: [{ ...stage, escalateToId: null }] }
    await admin.call(documentsApi.createApprovalRule, { body: rule })
    const { id } = await upload(admin)
    const version = first(await listVersions(admin, id))
    await leave(named('manager'), 'manager')
    const ofManager = async () =>
      (await approvalsOf(admin, version)).find(({ approverUserId }) => approverUserId === named('manager'))
    await expect.poll(async () => (await ofManager())?.status, { timeout: 60_000 }).toBe('not_needed')
    expect(await statusAfter(id)).toBe('pending_approval')
    for (const person of ['facilitator', 'team_member'] as const) await decide(as(person), version)
    expect(await statusAfter(id)).toBe('approved')
  })

  it('is replaced in a later stage too, which says so to nobody before that stage is asked', async () => {
    const { admin, as, leave, named, organizationId } = organization
    const stage = { roles: [], quorum: null, deadlineDays: null, escalateToId: null }
    const stages = ['team_member', 'manager'].map((one) => ({ ...stage, approverIds: [named(one)] }))
    const rule = { departmentId: null, mayAuthorDecide: false, stages }
    await admin.call(documentsApi.createApprovalRule, { body: rule })
    const { id } = await upload(admin)
    const version = first(await listVersions(admin, id))
    await leave(named('manager'), 'manager')
    const emittedOf = (type: string) =>
      heard.filter(({ organizationid, ...event }) => organizationid === organizationId && event.type === type)
    await expect
      .poll(() => emittedOf('approval.reassigned').map(({ audience }) => audience), { timeout: 60_000 })
      .toEqual([{ organizationId, users: [] }])
    await decide(as('team_member'), version)
    await expect
      .poll(() => emittedOf('approval.requested').at(-1)?.audience?.users, { timeout: 60_000 })
      .toEqual([named('facilitator')])
  })

  it('is no delegate any more', async () => {
    const { version } = await pendingVersion('manager')
    const { leave, named, as } = organization
    const { id } = first(await pendingFor(as('manager')))
    const body = { delegateUserId: named('team_member') }
    await as('manager').call(documentsApi.delegateApproval, { params: { id }, body })
    await leave(named('team_member'), 'team_member')
    await expect.poll(async () => (await approverOf(version)).delegateUserId, { timeout: 60_000 }).toBeNull()
  })

  it('while a document is deleted is missed once it is restored', async () => {
    const { id, version } = await pendingVersion('manager')
    const { version: delegated } = await pendingVersion('facilitator')
    const { version: seen } = await pendingVersion('manager')
    const { admin, as, leave, named } = organization
    const body = { delegateUserId: named('manager') }
    const params = { id: (await approverOf(delegated)).id }
    await as('facilitator').call(documentsApi.delegateApproval, { params, body })
    const deleted = [id, delegated.documentId]
    for (const one of deleted) await admin.call(documentsApi.deleteDocument, { params: { id: one } })
    await leave(named('manager'), 'manager')
    await expect
      .poll(async () => (await approverOf(seen)).approverUserId, { timeout: 60_000 })
      .toBe(named('facilitator'))
    for (const one of deleted) await admin.call(documentsApi.restoreDocument, { params: { id: one } })
    const asked = { approverUserId: named('facilitator'), delegateUserId: null }
    for (const one of [version, delegated])
      await expect.poll(() => approverOf(one), { timeout: 60_000 }).toMatchObject(asked)
    expect(await decide(as('facilitator'), version)).toMatchObject({ status: 'approved' })
  })
})
