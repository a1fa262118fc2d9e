import { teamApi } from '@portal/contracts/team'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

it('a person reads their own profile and memberships, and nothing of anybody else', async () => {
  const organization = await team.found('Halden Medical')
  const personId = await team.join(organization)
  const part = await (await team.as(personId)).call(teamApi.readOwnData, {})
  expect(part['Profile']).toMatchObject([{ id: personId, firstName: 'First', lastName: 'Last' }])
  expect(part['Memberships']).toMatchObject([{ organization: 'Halden Medical', role: 'team_member' }])
  expect(JSON.stringify(part)).not.toContain(organization.founder)
})

it('who has left reads that membership with its end, and needs no organization', async () => {
  const organization = await team.found('Halden Medical')
  const personId = await team.join(organization)
  await organization.admin.call(teamApi.removeMember, { params: { userId: personId } })
  const part = await (await team.as(personId)).call(teamApi.readOwnData, {})
  expect(part['Memberships']).toMatchObject([
    { organization: 'Halden Medical', role: 'team_member', removedAt: expect.any(String) },
  ])
  expect(part['Notifications']).toBeUndefined()
})
