import type { Client } from '@portal/contracts/client'
import type { Member } from '@portal/contracts/members'
import { type Role, roles } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Founded, refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { whileHeld } from '../../test/while-held.ts'
import { memberDepartments } from '../schema.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest()
})
afterAll(() => team[Symbol.asyncDispose]())

const forbidden = { status: 403, code: 'forbidden' }
const unknown = { status: 404, code: 'not_found' }
const list = (client: Client, query: object = {}) => client.call(teamApi.listMembers, { query })
const ids = (members: readonly Member[]) => members.map(({ id }) => id)
const change = (client: Client, userId: string, role: Role) =>
  client.call(teamApi.changeRole, { params: { userId }, body: { role } })
const assign = (client: Client, userId: string, departments: number[]) =>
  client.call(teamApi.assignDepartments, { params: { userId }, body: { departments } })
const remove = (client: Client, userId: string) => client.call(teamApi.removeMember, { params: { userId } })

/** A member with these names. */
async function joinAs(organization: Founded, firstName: string, lastName: string): Promise<string> {
  const name = `${firstName}.${crypto.randomUUID()}`.toLowerCase()
  const claims = { username: name, email: `${name}@example.org`, firstName, lastName }
  const personId = await team.register(claims)
  const code = organization.joinCode
  await (await team.as(personId)).call(teamApi.joinOrganization, { params: { code } })
  return personId
}

describe('the list of members', () => {
  it('shows everybody with role, departments and time of joining, who joined last first', async () => {
    const organization = await team.found()
    const [first, second] = [await team.join(organization), await team.join(organization, 'manager')]
    await assign(organization.admin, first, [4, 2])
    const members = await list(organization.admin)
    expect(ids(members)).toEqual([second, first, organization.founder])
    expect(members[1]).toEqual({
      id: first,
      email: expect.stringMatching(/@example\.org$/),
      firstName: 'First',
      lastName: 'Last',
      profileImageUrl: null,
      role: 'team_member',
      departments: [2, 4],
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      isProtected: false,
    })
  })

  it('tells every member the names and pictures of the others, and nothing else of them', async () => {
    const organization = await team.found()
    const employee = await team.as(await team.join(organization))
    const ada = await joinAs(organization, 'Ada', 'Lovelace')
    const names = await employee.call(teamApi.listMemberNames, { query: {} })
    expect(names).toHaveLength(3)
    expect(names.find(({ id }) => id === ada)).toEqual({
      id: ada,
      name: 'Ada Lovelace',
      profileImageUrl: null,
    })
    const other = await team.found()
    expect(await other.admin.call(teamApi.listMemberNames, { query: {} })).toEqual([
      { id: other.founder, name: 'First Last', profileImageUrl: null },
    ])
  })

  it.each(roles)('is open to a %s by the permission table alone (product §6)', async (role) => {
    const organization = await team.found()
    const personId = role === 'admin' ? organization.founder : await team.join(organization, role)
    const outcome = role === 'team_member' ? forbidden : null
    expect(await refusal(list(await team.as(personId)))).toEqual(outcome)
  })

  it('is searched by name and address, with nothing of the query taken for a pattern', async () => {
    const organization = await team.found()
    const noor = await joinAs(organization, 'Noor', 'Lind')
    const found = async (q: string) => ids(await list(organization.admin, { q }))
    expect(await found('noor')).toEqual([noor])
    expect(await found('OR LI')).toEqual([noor])
    expect(await found(' lind ')).toEqual([noor])
    expect(await found('noor.')).toEqual([noor])
    for (const pattern of ['%', '_', '\\', "' or 1=1 --"]) expect(await found(pattern)).toEqual([])
  })

  it('is searched by one search at a time of an organization, however many it begins: others go on', async () => {
    const organization = await team.found()
    const newcomer = await team.as(await team.register())
    const lock = (db: TransactionHandle) => db.execute(sql`lock table people in access exclusive mode`)
    const searches: Promise<Member[]>[] = []
    await whileHeld(team.under.urls, lock, async (waiting) => {
      for (let count = 0; count < 4; count += 1) searches.push(list(organization.admin, { q: 'last' }))
      await waiting(1)
      const params = { code: organization.joinCode }
      expect(await newcomer.call(teamApi.organizationByCode, { params })).toMatchObject({ memberCount: 1 })
    })
    for (const found of await Promise.all(searches)) expect(ids(found)).toEqual([organization.founder])
  })

  it('is read page by page to its end, also from a member who was removed meanwhile, and tells the total', async () => {
    const organization = await team.found()
    const joined: string[] = [organization.founder]
    for (let count = 0; count < 4; count += 1) joined.unshift(await team.join(organization))
    const page = await list(organization.admin, { limit: 2 })
    expect(ids(page)).toEqual(joined.slice(0, 2))
    const cursor = page.at(-1)?.id ?? ''
    await remove(organization.admin, cursor)
    expect(ids(await list(organization.admin, { limit: 2, cursor }))).toEqual(joined.slice(2, 4))
    expect(ids(await list(organization.admin, { cursor: joined[3] }))).toEqual(joined.slice(4))
    expect(await total(organization)).toBe('4')
  })

  it('goes on from nobody of another organization', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    for (const cursor of [theirs.founder, 'nobody']) {
      expect(await refusal(list(mine.admin, { cursor }))).toEqual({ status: 400, code: 'invalid_request' })
    }
  })

  async function total({ id, founder }: Founded): Promise<string | null> {
    const actor = { personId: founder, organizationId: id, role: 'admin' as const }
    const headers = { 'x-portal-passport': await team.under.office.person(actor, ['team']) }
    const answer = await team.under.service.fetch(
      new Request('http://service/api/users?limit=1', { headers }),
    )
    return answer.headers.get('x-total-count')
  }
})

describe('a role change', () => {
  it('answers the member as they are now, and one to the same role tells nobody', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const changed = await change(organization.admin, userId, 'manager')
    expect(changed).toMatchObject({ id: userId, role: 'manager', departments: [] })
    expect(await change(organization.admin, userId, 'manager')).toEqual(changed)
    await change(organization.admin, userId, 'team_member')
    const emitted = () =>
      team.emitted.filter(({ type, subject }) => type === 'member.role-changed' && subject === userId)
    await vi.waitFor(() => expect(emitted()).toHaveLength(2))
    expect(emitted().map(({ data }) => data)).toEqual([
      { userId, role: 'manager', previous: 'team_member' },
      { userId, role: 'team_member', previous: 'manager' },
    ])
  })

  it('is not for a removed admin whose passport still says otherwise', async () => {
    const organization = await team.found()
    const [second, target] = [await team.join(organization, 'admin'), await team.join(organization)]
    const stale = await team.as(second)
    await remove(organization.admin, second)
    expect(await refusal(change(stale, target, 'manager'))).toEqual(forbidden)
    expect(await refusal(remove(stale, organization.founder))).toEqual(forbidden)
    expect(await refusal(assign(stale, target, [1]))).toEqual(forbidden)
  })
})

describe('departments of a member', () => {
  it('are replaced as a whole, each once, and told with all of them', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    expect(await assign(organization.admin, userId, [3, 1, 3])).toMatchObject({ departments: [1, 3] })
    expect(await assign(organization.admin, userId, [2])).toMatchObject({ departments: [2] })
    expect(await assign(organization.admin, userId, [2])).toMatchObject({ departments: [2] })
    expect(await assign(organization.admin, userId, [])).toMatchObject({ departments: [] })
    const emitted = () =>
      team.emitted.filter(({ type, subject }) => type === 'member.departments-changed' && subject === userId)
    await vi.waitFor(() => expect(emitted()).toHaveLength(3))
    expect(emitted().map(({ data }) => data.departments)).toEqual([[1, 3], [2], []])
  })

  it('that somebody else has changed since a form was opened are not overwritten', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const assignFrom = (seen: number[], departments: number[]) =>
      organization.admin.call(teamApi.assignDepartments, {
        params: { userId },
        body: { departments, seen: { departments: seen } },
      })
    await assignFrom([], [3, 1])
    expect(await refusal(assignFrom([], [2]))).toEqual({ status: 409, code: 'conflict' })
    expect(await assignFrom([3, 1], [1, 2])).toMatchObject({ departments: [1, 2] })
  })

  it('are of the own organization: an unknown, foreign or deleted number gets 404 and changes nothing', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    const userId = await team.join(mine)
    await assign(mine.admin, userId, [1])
    const body = { name: 'Only theirs', color: '#10B981' }
    const foreign = await theirs.admin.call(teamApi.createDepartment, { body })
    await mine.admin.call(teamApi.deleteDepartment, { params: { id: 5 } })
    for (const number of [foreign.id, 99, 5]) {
      expect(await refusal(assign(mine.admin, userId, [2, number]))).toEqual(unknown)
    }
    expect((await team.identity(userId)).departments).toEqual([1])
  })

  it('are not for the own row, nor for members of another organization', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    expect(await refusal(assign(mine.admin, mine.founder, [1]))).toEqual(forbidden)
    expect(await refusal(assign(mine.admin, theirs.founder, [1]))).toEqual(unknown)
  })

  it('never hold a department that is deleted at the same time', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const acts: Promise<unknown>[] = []
    const assigned = { organizationId: organization.id, personId: userId, number: 1 }
    // An assignment of the same department waits for this.
    const hold = (db: TransactionHandle) => db.insert(memberDepartments).values(assigned)
    await whileHeld(team.under.urls, hold, async (waiting) => {
      acts.push(assign(organization.admin, userId, [1]))
      await waiting(1)
      const deleting = organization.admin.call(teamApi.deleteDepartment, { params: { id: 1 } })
      acts.push(deleting)
      await Promise.race([deleting, waiting(2)])
    })
    await Promise.all(acts)
    expect((await team.identity(userId)).departments).toEqual([])
  })
})
