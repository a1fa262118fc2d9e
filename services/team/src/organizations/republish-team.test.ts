import { teamApi } from '@portal/contracts/team'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { republish } from '@portal/service-kit/outbox/republish'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { republishTeam } from './republish-team.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

/** What `npm run republish -- team` does. */
async function emitAgain(): Promise<void> {
  const database = openDatabase({ urls: team.under.urls, name: 'operator', appConnections: 1 })
  const halted = new AbortController().signal
  try {
    await republish({
      service: 'team',
      republish: republishTeam,
      database,
      progress: () => undefined,
      halted,
    })
  } finally {
    await database.close()
  }
}

/** Republished events of one subject, as type and payload, in order. */
const emittedAgain = (subject: string) =>
  team.emitted
    .filter((event) => event.republished && event.subject === subject)
    .map(({ type, data }) => ({ type, data }))

it('tells what is there, what was deleted, and who was removed, as it is now', async () => {
  const { id, admin, founder, joinCode } = await team.found('Northwind')
  const organization = { id, admin, founder, joinCode }
  const [kept, removed] = [await team.join(organization, 'manager'), await team.join(organization)]
  await admin.call(teamApi.assignDepartments, { params: { userId: kept }, body: { departments: [2, 3] } })
  await admin.call(teamApi.deleteDepartment, { params: { id: 3 } })
  await admin.call(teamApi.removeMember, { params: { userId: removed } })
  await admin.call(teamApi.switchOffJoinCode, {})
  await emitAgain()
  await vi.waitFor(() => expect(emittedAgain(removed)).toHaveLength(2))

  expect(emittedAgain(String(id))).toMatchObject([
    { type: 'organization.created', data: { name: 'Northwind', joinCode: null } },
  ])
  expect(emittedAgain(`${id}/2`)).toMatchObject([{ type: 'department.created', data: { number: 2 } }])
  expect(emittedAgain(`${id}/3`)).toEqual([
    { type: 'department.deleted', data: { number: 3, name: 'Information Technology' } },
  ])
  expect(emittedAgain(kept).filter(({ type }) => type !== 'person.changed')).toEqual([
    { type: 'member.joined', data: { userId: kept, role: 'manager' } },
    { type: 'member.departments-changed', data: { userId: kept, departments: [2] } },
  ])
  expect(emittedAgain(removed).filter(({ type }) => type !== 'person.changed')).toEqual([
    { type: 'member.removed', data: { userId: removed, role: 'team_member' } },
  ])
})
