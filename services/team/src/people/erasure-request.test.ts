import { profileApi } from '@portal/contracts/erasure'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

it('a person asks to be erased, once, and takes it back; operators hear of both', async () => {
  const organization = await team.found()
  const own = await team.as(await team.join(organization))
  expect(await own.call(profileApi.readErasureRequest, {})).toEqual({ askedAt: null })
  const asked = await own.call(profileApi.requestErasure, {})
  expect(await own.call(profileApi.requestErasure, {})).toEqual(asked)
  expect(await own.call(profileApi.readErasureRequest, {})).toEqual(asked)
  expect(await organization.admin.call(profileApi.readErasureRequest, {})).toEqual({ askedAt: null })
  expect(await own.call(profileApi.withdrawErasureRequest, {})).toEqual({ askedAt: null })
  const { id } = await own.call(teamApi.currentUser, {})
  const heard = () =>
    team.emitted
      .filter(({ type, subject }) => type === teamEvents.personChanged.type && subject === id)
      .map(({ data }) => data['erasureAskedAt'] ?? null)
  await expect.poll(heard, { timeout: 45_000 }).toEqual([null, asked.askedAt, null])
})

it('whoever is not deleted cannot be erased', async () => {
  const organization = await team.found()
  const { id } = await (await team.as(await team.join(organization))).call(teamApi.currentUser, {})
  const operator = team.under.as({ personId: 'operator', isOperator: true })
  const erasing = () => operator.call(teamApi.readErasable, { params: { userId: id } })
  expect(await refusal(erasing())).toMatchObject({ status: 409, code: 'illegal_transition' })
  await operator.call(teamApi.disablePerson, { params: { userId: id } })
  expect(await erasing()).toEqual({ userId: id, organizationIds: [organization.id] })
})
