import { profileApi } from '@portal/contracts/erasure'
import { teamApi, teamEvents } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { draw } from '../pictures/sample-pictures.fixture.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

const heardOf = (personId: string) =>
  team.emitted
    .filter(({ type, subject }) => type === teamEvents.personChanged.type && subject === personId)
    .map(({ organizationid, audience }) => ({ organizationid, audience }))

it("colleagues' browsers hear of a new name and picture, and of nothing else about a person", async () => {
  const organization = await team.found()
  const username = `renamed-${crypto.randomUUID()}`
  const personId = await team.register({ username })
  const { joinCode: code } = organization
  await (await team.as(personId)).call(teamApi.joinOrganization, { params: { code } })
  await team.register({ username, lastName: 'Married' })
  const own = await team.as(personId)
  const file = new Blob([Buffer.from(await draw.jpeg(300, 300))])
  await own.call(teamApi.changeOwnPicture, { form: {}, file, fileName: 'me.jpg' })
  await own.call(profileApi.requestErasure, {})
  await organization.admin.call(teamApi.removeMember, { params: { userId: personId } })
  await team.register({ username, lastName: 'Elsewhere' })
  const colleagues = { audience: { organizationId: organization.id } }
  await expect
    .poll(() => heardOf(personId), { timeout: 45_000 })
    .toEqual([{}, colleagues, colleagues, {}, {}])
})
