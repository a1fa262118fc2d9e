import type { Feature } from '@portal/contracts/features'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { passportHeader } from '@portal/contracts/passport'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

const ofOrganization = (id: number, type: string) =>
  team.emitted.filter((event) => event.type === type && event.organizationid === id)

it('a new organization has the defaults, which every member reads', async () => {
  const organization = await team.found()
  const employee = await team.as(await team.join(organization))
  expect(await employee.call(teamApi.readSettings, {})).toEqual(defaultSettings)
})

it('an admin changes them, fields that are absent stay, and an event carries all', async () => {
  const { id, admin } = await team.found()
  await admin.call(teamApi.changeSettings, { body: { timeZone: 'Europe/Berlin' } })
  const body = { approvalDeadlineDays: 7, approvalReminderDays: [1, 5, 1], reviewCycleMonths: null }
  const changed = await admin.call(teamApi.changeSettings, { body })
  expect(changed).toEqual({
    timeZone: 'Europe/Berlin',
    reviewCycleMonths: null,
    approvalDeadlineDays: 7,
    approvalReminderDays: [5, 1],
    trendingAskersMin: 3,
    conversationDays: null,
  })
  expect(await admin.call(teamApi.readSettings, {})).toEqual(changed)
  const { type } = teamEvents.settingsChanged
  await expect
    .poll(() => ofOrganization(id, type).at(-1), { timeout: 45_000 })
    .toMatchObject({ data: changed })
  expect(await (await team.found()).admin.call(teamApi.readSettings, {})).toEqual(defaultSettings)
})

it('of several changes at once none is lost', async () => {
  const { admin } = await team.found()
  const changes = [
    { timeZone: 'Asia/Kolkata' },
    { reviewCycleMonths: 6 },
    { approvalDeadlineDays: 3 },
    { trendingAskersMin: 1 },
    { conversationDays: 90 },
  ]
  await Promise.all(changes.map((body) => admin.call(teamApi.changeSettings, { body })))
  expect(await admin.call(teamApi.readSettings, {})).toMatchObject(Object.assign({}, ...changes))
})

it('what somebody else has changed since a form was opened is not overwritten', async () => {
  const { admin, id, founder } = await team.found('Halden Medical')
  const conflict = { status: 409, code: 'conflict' }
  const seen = await admin.call(teamApi.readSettings, {})
  await admin.call(teamApi.changeSettings, { body: { reviewCycleMonths: 6, seen } })
  const late = admin.call(teamApi.changeSettings, { body: { timeZone: 'Asia/Tokyo', seen } })
  expect(await refusal(late)).toEqual(conflict)
  const now = await admin.call(teamApi.readSettings, {})
  expect(now).toEqual({ ...seen, reviewCycleMonths: 6 })
  await admin.call(teamApi.changeSettings, { body: { timeZone: 'Asia/Tokyo', seen: now } })
  const rename = (name: string, before: string) =>
    admin.call(teamApi.renameOrganization, { body: { name, seen: { name: before } } })
  await rename('Halden Pharma', 'Halden Medical')
  expect(await refusal(rename('Halden Group', 'Halden Medical'))).toEqual(conflict)
  const switchOff = (featuresOff: Feature[], before: Feature[]) =>
    admin.call(teamApi.changeFeatures, { body: { featuresOff, seen: { featuresOff: before } } })
  await switchOff(['assistant', 'gaps'], [])
  expect(await refusal(switchOff([], []))).toEqual(conflict)
  await switchOff(['gaps'], ['gaps', 'assistant'])
  const { organization } = await team.identity(founder)
  expect(organization).toMatchObject({ id, name: 'Halden Pharma', featuresOff: ['gaps'] })
})

it('an admin renames the organization: everybody reads the new name, with an event, and a short one is refused', async () => {
  const organization = await team.found('Halden Medical')
  const member = await team.join(organization, 'facilitator')
  const { admin, id } = organization
  await admin.call(teamApi.renameOrganization, { body: { name: '  Halden Pharma ' } })
  const { organization: shown } = await (await team.as(member)).call(teamApi.currentUser, {})
  expect(shown?.name).toBe('Halden Pharma')
  expect((await team.identity(member)).organization).toMatchObject({ id, name: 'Halden Pharma' })
  const { type } = teamEvents.organizationRenamed
  await expect
    .poll(() => ofOrganization(id, type), { timeout: 45_000 })
    .toMatchObject([{ organizationid: id, data: { name: 'Halden Pharma' } }])
  const rename = (name: string) => admin.call(teamApi.renameOrganization, { body: { name } })
  await expect(rename(' x ')).rejects.toMatchObject({
    status: 400,
    detail: 'Organization name must be at least 2 characters',
  })
  const byMember = (await team.as(member)).call(teamApi.renameOrganization, { body: { name: 'Mine' } })
  expect(await refusal(byMember)).toEqual({ status: 403, code: 'forbidden' })
})

it('nobody but an admin changes them, and what is no time zone is refused with a sentence', async () => {
  const organization = await team.found()
  for (const role of ['facilitator', 'manager', 'team_member'] as const) {
    const member = await team.as(await team.join(organization, role))
    expect(await refusal(member.call(teamApi.changeSettings, { body: { reviewCycleMonths: 6 } }))).toEqual({
      status: 403,
      code: 'forbidden',
    })
  }
  for (const timeZone of ['+02:00', 'Europe/Atlantis', '']) {
    const call = organization.admin.call(teamApi.changeSettings, { body: { timeZone } })
    await expect(call).rejects.toMatchObject({
      status: 400,
      detail: 'Time zone must be one of the IANA database, as Europe/Berlin.',
    })
  }
})

it('an admin switches features off and on: every member is without them, with an event (decision 112)', async () => {
  const organization = await team.found()
  const { id, admin } = organization
  const member = await team.join(organization, 'facilitator')
  expect((await team.identity(member)).organization?.featuresOff).toEqual([])
  const asked = ['gaps', 'assistant', 'gaps'] as const
  const changed = await admin.call(teamApi.changeFeatures, { body: { featuresOff: [...asked] } })
  expect(changed).toEqual({ featuresOff: ['assistant', 'gaps'] })
  expect((await team.identity(member)).organization?.featuresOff).toEqual(['assistant', 'gaps'])
  const { type } = teamEvents.featuresChanged
  await expect
    .poll(() => ofOrganization(id, type), { timeout: 45_000 })
    .toMatchObject([{ organizationid: id, data: { featuresOff: ['assistant', 'gaps'] } }])
  await admin.call(teamApi.changeFeatures, { body: { featuresOff: [] } })
  expect((await team.identity(member)).organization?.featuresOff).toEqual([])
  expect((await team.identity((await team.found()).founder)).organization?.featuresOff).toEqual([])
})

it('features are for admins to switch, and an unknown one is refused with a sentence', async () => {
  const organization = await team.found()
  const steward = await team.as(await team.join(organization, 'facilitator'))
  const byMember = steward.call(teamApi.changeFeatures, { body: { featuresOff: [] } })
  expect(await refusal(byMember)).toEqual({ status: 403, code: 'forbidden' })
  const passport = await team.under.office.person(
    { personId: organization.founder, organizationId: organization.id, role: 'admin' },
    ['team'],
  )
  const response = await team.under.service.fetch(
    new Request('http://team/api/organization/features', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', [passportHeader]: passport },
      body: JSON.stringify({ featuresOff: ['login'] }),
    }),
  )
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain('is not known')
})
