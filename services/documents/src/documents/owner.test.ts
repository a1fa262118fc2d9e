import { documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addVersion,
  listVersions,
  policyAbout,
  refusalOf,
  startVersionsUnderTest,
  statusOf,
  submit,
  type TestOrganization,
  upload,
  withdraw,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
const changed: EventEnvelope[] = []

beforeAll(async () => {
  service = await startVersionsUnderTest()
  const { type } = documentsEvents.documentChanged
  await service.under.bus.tail({
    topics: ['documents'],
    handle: (event) => void (event.type === type && changed.push(event)),
  })
}, 240_000)
afterAll(() => service.stop())

const wait = { timeout: 60_000, interval: 100 }

const name = ({ admin }: TestOrganization, id: string, ownerId: string | null) =>
  admin.call(documentsApi.changeDocument, { params: { id }, body: { ownerId } })

/** An organization whose members the service has learned of. */
async function newOrganization() {
  const organization = await service.newOrganization()
  const { id } = await upload(organization.admin)
  await expect.poll(() => statusOf(name(organization, id, organization.named('team_member'))), wait).toBe(0)
  return { ...organization, id, employee: organization.as('team_member') }
}

it('a steward names any member as owner, at upload and later, and nobody else may', async () => {
  const organization = await newOrganization()
  const { admin, as, id, named } = organization
  expect(await name(organization, id, named('manager'))).toMatchObject({ ownerId: named('manager') })
  const file = new Blob([policyAbout('owners')])
  const form = { ownerId: named('team_member') }
  const owned = await admin.call(documentsApi.uploadDocument, { form, file, fileName: 'owned.txt' })
  expect(owned.ownerId).toBe(named('team_member'))
  expect(await name(organization, id, null)).toMatchObject({ ownerId: null })
  for (const role of ['manager', 'team_member'] as const) {
    const call = { params: { id }, body: { ownerId: named(role) } }
    expect(await statusOf(as(role).call(documentsApi.changeDocument, call))).toBe(403)
  }
})

it('somebody of another organization cannot own a document', async () => {
  const organization = await newOrganization()
  const other = await newOrganization()
  expect(await refusalOf(name(organization, organization.id, other.named('manager')))).toEqual({
    status: 400,
    message: 'An owner must be a member of your organization.',
  })
})

it('an employee who owns a document drafts, submits and withdraws its versions, and no others', async () => {
  const organization = await newOrganization()
  const { admin, employee, id } = organization
  const approverIds = organization.named('facilitator')
  const draft = await addVersion(employee, id, { draft: 'true' })
  expect(draft.status).toBe('draft')
  const pending = await submit(employee, draft, { approverIds: [approverIds] })
  expect(pending.status).toBe('pending_approval')
  expect((await withdraw(employee, pending)).status).toBe('draft')
  expect((await listVersions(employee, id)).map(({ version }) => version)).toEqual([2, 1])
  const foreign = await upload(admin)
  expect(await statusOf(addVersion(employee, foreign.id))).toBe(403)
  await name(organization, id, null)
  expect(await statusOf(addVersion(employee, id))).toBe(403)
})

it('an owner finds the document out of force and restricted to other departments; others do not', async () => {
  const { admin, as, employee, id, publish } = await newOrganization()
  await publish(teamEvents.departmentCreated, '2', { number: 2, name: 'Human Resources', color: '#EC4899' })
  const change = { params: { id }, body: { isActive: false, visibleTo: [2] } }
  await expect.poll(() => statusOf(admin.call(documentsApi.changeDocument, change)), wait).toBe(0)
  const list = (client: typeof admin) => client.call(documentsApi.listDocuments, { query: {} })
  expect((await list(employee)).map((document) => document.id)).toEqual([id])
  expect(await statusOf(employee.call(documentsApi.readDocument, { params: { id } }))).toBe(0)
  const colleague = as('team_member', 'colleague')
  expect(await list(colleague)).toEqual([])
  expect(await statusOf(colleague.call(documentsApi.readDocument, { params: { id } }))).toBe(404)
})

it('an owner who leaves owns nothing any more, which an event says', async () => {
  const { admin, id, leave, named } = await newOrganization()
  await leave(named('team_member'), 'team_member')
  await expect
    .poll(async () => (await admin.call(documentsApi.readDocument, { params: { id } })).ownerId, wait)
    .toBeNull()
  await expect
    .poll(() => changed.filter(({ subject }) => subject === id).map(({ data }) => data.ownerId), wait)
    .toEqual([named('team_member'), null])
})
