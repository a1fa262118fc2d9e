import { addMonths, dayIn } from '@portal/contracts/calendar-day'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addVersion,
  approvalsOf,
  decide,
  pendingFor,
  refusalOf,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>

beforeAll(async () => {
  service = await startVersionsUnderTest()
}, 240_000)
afterAll(() => service.stop())

const wait = { timeout: 60_000, interval: 100 }
const today = dayIn('UTC')
const nextYear = addMonths(today, 12)

const leave = ({ as }: TestOrganization, role: 'manager', delegateUserId: string, until = nextYear) =>
  as(role).call(documentsApi.beginAbsence, { body: { delegateUserId, until } })

/** An organization whose manager is away, with the team_member in their place. */
async function managerAway() {
  const organization = await service.newOrganization()
  const { named, admin } = organization
  await expect.poll(() => statusOf(leave(organization, 'manager', named('team_member'))), wait).toBe(0)
  const { id } = await upload(admin)
  return { ...organization, id }
}

it('what an absent approver is asked their delegate may decide; what they were asked before stays', async () => {
  const organization = await service.newOrganization()
  const { admin, as, named } = organization
  const { id } = await upload(admin)
  const ask = () => addVersion(admin, id, { approverIds: named('manager') })
  await expect.poll(() => statusOf(ask()), wait).toBe(0)
  await leave(organization, 'manager', named('team_member'))
  expect(await pendingFor(as('team_member'))).toEqual([])
  const version = await ask()
  const [waiting] = await pendingFor(as('team_member'))
  expect(waiting).toMatchObject({ versionId: version.id, delegateUserId: named('team_member') })
  expect((await pendingFor(as('manager'))).map(({ versionId }) => versionId)).toContain(version.id)
  await decide(as('team_member'), version)
  expect((await approvalsOf(admin, version))[0]).toMatchObject({
    ...{ status: 'approved', approverUserId: named('manager'), decidedBy: named('team_member') },
  })
})

it('ends when the person is back, and by itself after its last day', async () => {
  const organization = await managerAway()
  const { admin, as, named, id } = organization
  const read = () => as('manager').call(documentsApi.readAbsence, {})
  expect(await read()).toEqual({ absence: { delegateUserId: named('team_member'), until: nextYear } })
  expect(await as('facilitator').call(documentsApi.readAbsence, {})).toEqual({ absence: null })
  await as('manager').call(documentsApi.endAbsence, {})
  await as('manager').call(documentsApi.endAbsence, {})
  expect(await read()).toEqual({ absence: null })
  const version = await addVersion(admin, id, { approverIds: named('manager') })
  expect((await approvalsOf(admin, version))[0]?.delegateUserId).toBeNull()
  expect(await refusalOf(leave(organization, 'manager', named('admin'), '2020-01-31'))).toEqual({
    status: 400,
    message: 'The absence must not have ended already.',
  })
})

it('lets nobody decide on their own version, nor twice in a stage', async () => {
  const organization = await managerAway()
  const { admin, as, named, id } = organization
  const both = `${named('manager')},${named('team_member')}`
  const asked = await approvalsOf(admin, await addVersion(admin, id, { approverIds: both }))
  expect(asked.map(({ delegateUserId }) => delegateUserId)).toEqual([null, null])
  await as('manager').call(documentsApi.beginAbsence, {
    body: { delegateUserId: named('admin'), until: nextYear },
  })
  const own = await approvalsOf(admin, await addVersion(admin, id, { approverIds: named('manager') }))
  expect(own.map(({ delegateUserId }) => delegateUserId)).toEqual([null])
})

it('names a member other than oneself, who must still be one when it counts', async () => {
  const organization = await managerAway()
  const { admin, named, id } = organization
  expect((await refusalOf(leave(organization, 'manager', named('manager')))).message).toBe(
    'Somebody else must decide meanwhile.',
  )
  expect((await refusalOf(leave(organization, 'manager', 'stranger'))).message).toBe(
    'A delegate must be a member of your organization.',
  )
  await organization.leave(named('team_member'), 'team_member')
  await expect
    .poll(async () => {
      const version = await addVersion(admin, id, { approverIds: named('manager') })
      return (await approvalsOf(admin, version))[0]?.delegateUserId
    }, wait)
    .toBeNull()
})
