import { roles } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest({ operators: ['olga'] })
})
afterAll(() => team[Symbol.asyncDispose]())

type Founded = Awaited<ReturnType<TeamUnderTest['found']>>
const rotate = async ({ admin }: Founded) => (await admin.call(teamApi.rotateJoinCode, {})).joinCode
const switchOff = ({ admin }: Founded) => admin.call(teamApi.switchOffJoinCode, {})
const shownTo = async (personId: string) =>
  (await (await team.as(personId)).call(teamApi.currentUser, {})).organization

/** Responses for a code to a person without organization: look-up, then joining. */
async function tried(code: string) {
  const client = await team.as(await team.register())
  const by = { params: { code } }
  return [
    await refusal(client.call(teamApi.organizationByCode, by)),
    await refusal(client.call(teamApi.joinOrganization, by)),
  ]
}

const uniform = { status: 404, code: 'not_found' }

it('a new code works and the earlier one gets the 404 of any unknown code, at once', async () => {
  const organization = await team.found()
  const code = await rotate(organization)
  expect(code).not.toBe(organization.joinCode)
  expect(await tried(organization.joinCode)).toEqual([uniform, uniform])
  expect(await tried(code)).toEqual([null, null])
})

it('switched off, no code works until one is drawn again; who may see it sees that there is none', async () => {
  const organization = await team.found()
  await switchOff(organization)
  await switchOff(organization)
  expect(await tried(organization.joinCode)).toEqual([uniform, uniform])
  expect(await shownTo(organization.founder)).toMatchObject({ joinCode: null })
  const code = await rotate(organization)
  expect(await shownTo(organization.founder)).toMatchObject({ joinCode: code })
  expect(await tried(code)).toEqual([null, null])
})

it('of two codes drawn at once one works: the one that is shown', async () => {
  const organization = await team.found()
  const codes = await Promise.all([rotate(organization), rotate(organization)])
  const shown = (await shownTo(organization.founder))?.joinCode ?? ''
  expect(codes).toContain(shown)
  const [other = ''] = codes.filter((code) => code !== shown)
  expect(await tried(other)).toEqual([uniform, uniform])
  expect(await tried(shown)).toEqual([null, null])
})

it.each(roles)('a %s sees and changes the code by the permission table alone (decision 55)', async (role) => {
  const organization = await team.found()
  const personId = role === 'admin' ? organization.founder : await team.join(organization, role)
  const client = await team.as(personId)
  const isSteward = role === 'admin' || role === 'facilitator'
  const outcome = isSteward ? null : { status: 403, code: 'forbidden' }
  expect(await refusal(client.call(teamApi.rotateJoinCode, {}))).toEqual(outcome)
  expect(await refusal(client.call(teamApi.switchOffJoinCode, {}))).toEqual(outcome)
  expect(Object.hasOwn((await shownTo(personId)) ?? {}, 'joinCode')).toBe(isSteward)
})

it('a change is told to services, and in browsers to nobody but who may see the code', async () => {
  const organization = await team.found()
  const joinCode = await rotate(organization)
  await switchOff(organization)
  const own = () =>
    team.emitted.filter(
      ({ type, organizationid }) =>
        type === 'organization.join-code-changed' && organizationid === organization.id,
    )
  await vi.waitFor(() => expect(own()).toHaveLength(2))
  expect(own().map(({ data }) => data)).toEqual([{ joinCode }, { joinCode: null }])
  for (const { audience } of own()) {
    expect(audience).toEqual({ organizationId: organization.id, roles: ['facilitator', 'admin'] })
  }
})

it('a new organization is told with its code and the time of its creation', async () => {
  const organization = await team.found()
  const emitted = () =>
    team.emitted.find(
      ({ type, organizationid }) => type === 'organization.created' && organizationid === organization.id,
    )
  await vi.waitFor(() => expect(emitted()).toBeDefined())
  expect(emitted()?.data).toMatchObject({
    joinCode: organization.joinCode,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

it('the departments that a new organization has are news to nobody, one that is added later is', async () => {
  const organization = await team.found()
  const body = { name: 'Research', color: '#10B981' }
  await organization.admin.call(teamApi.createDepartment, { body })
  const own = () =>
    team.emitted.filter(
      ({ type, organizationid }) => type === 'department.created' && organizationid === organization.id,
    )
  await vi.waitFor(() => expect(own()).toHaveLength(6))
  const announced = own().filter(({ audience }) => audience !== undefined)
  expect(announced.map(({ data }) => data)).toMatchObject([body])
})

it('the code of an organization that was shut is unknown, and joining twice gets 409', async () => {
  const organization = await team.found()
  const member = await team.as(await team.join(organization))
  const again = member.call(teamApi.joinOrganization, { params: { code: organization.joinCode } })
  expect(await refusal(again)).toEqual({ status: 409, code: 'already_member' })
  const operator = await team.as(await team.register({ username: 'olga' }))
  await operator.call(teamApi.disableOrganization, { params: { id: organization.id } })
  expect(await tried(organization.joinCode)).toEqual([uniform, uniform])
})
