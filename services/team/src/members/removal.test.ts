import type { Client } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { refusal, startTeamUnderTest, type TeamUnderTest } from '../../test/team-under-test.ts'
import { whileHeld } from '../../test/while-held.ts'
import { memberships } from '../schema.ts'

let team: TeamUnderTest

beforeAll(async () => {
  team = await startTeamUnderTest({ operators: ['olga'], protectedAccounts: ['operator'] })
})
afterAll(() => team[Symbol.asyncDispose]())

const forbidden = { status: 403, code: 'forbidden' }
const unknown = { status: 404, code: 'not_found' }
const list = (client: Client) => client.call(teamApi.listMembers, { query: {} })
const idsIn = async (client: Client) => (await list(client)).map(({ id }) => id)
const remove = (client: Client, userId: string) => client.call(teamApi.removeMember, { params: { userId } })

describe('a removal (decision 40)', () => {
  it('ends membership and sessions at once, and those at the provider as soon as it answers', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const before = new Date().toISOString()
    team.ports.identities.isAway = true
    await remove(organization.admin, userId)
    const identity = await team.identity(userId)
    expect(identity).toMatchObject({ organization: null, role: null, departments: [], isDisabled: false })
    expect((identity.sessionsValidFrom ?? '') >= before).toBe(true)
    expect(await idsIn(organization.admin)).toEqual([organization.founder])
    team.ports.identities.isAway = false
    const subject = `subject-of-${identity.email?.replace('@example.org', '')}`
    await vi.waitFor(() => expect(team.ports.identities.ended).toContain(subject), { timeout: 45_000 })
  })

  it('is named to whoever was removed, until they belong to an organization again', async () => {
    const organization = await team.found('Halden Medical')
    const userId = await team.join(organization)
    const me = async () => (await team.as(userId)).call(teamApi.currentUser, {})
    expect((await me()).removedFrom).toBeNull()
    await remove(organization.admin, userId)
    expect(await me()).toMatchObject({ organization: null, removedFrom: { name: 'Halden Medical' } })
    await (await team.as(userId)).call(teamApi.createOrganization, { body: { name: 'Own' } })
    expect((await me()).removedFrom).toBeNull()
  })

  it('is told with the role that ended', async () => {
    const organization = await team.found()
    const userId = await team.join(organization, 'manager')
    await remove(organization.admin, userId)
    const emitted = () =>
      team.emitted.filter(({ type, subject }) => type === 'member.removed' && subject === userId)
    await vi.waitFor(() => expect(emitted()).toHaveLength(1))
    expect(emitted()[0]).toMatchObject({
      organizationid: organization.id,
      data: { userId, role: 'manager' },
      audience: { organizationId: organization.id },
    })
  })

  it('keeps the code from letting them in again; another organization may have them', async () => {
    const [mine, other] = [await team.found(), await team.found()]
    const userId = await team.join(mine)
    await remove(mine.admin, userId)
    const client = await team.as(userId)
    const join = (code: string) => client.call(teamApi.joinOrganization, { params: { code } })
    const fresh = (await mine.admin.call(teamApi.rotateJoinCode, {})).joinCode
    for (const code of [mine.joinCode, fresh]) {
      expect(await refusal(join(code))).toEqual(code === fresh ? forbidden : unknown)
    }
    await expect(join(fresh)).rejects.toMatchObject({
      detail: 'You were removed from this organization.',
      suggestedAction: 'Ask an administrator of the organization for an invitation.',
    })
    expect(await join(other.joinCode)).toMatchObject({ id: other.id })
  })

  it('is for nobody of another organization, not for oneself, and not for the protected account', async () => {
    const [mine, theirs] = [await team.found(), await team.found()]
    expect(await refusal(remove(mine.admin, theirs.founder))).toEqual(unknown)
    expect(await refusal(remove(mine.admin, mine.founder))).toEqual(forbidden)
    const operator = await team.register({ username: 'operator' })
    const code = mine.joinCode
    await (await team.as(operator)).call(teamApi.joinOrganization, { params: { code } })
    expect((await list(mine.admin))[0]).toMatchObject({ id: operator, isProtected: true })
    expect(await refusal(remove(mine.admin, operator))).toEqual(forbidden)
    expect(await idsIn(mine.admin)).toContain(operator)
  })

  it('of two admins whom two facilitators remove at once one stays', async () => {
    const removedAtOnce = async () => {
      const organization = await team.found()
      const first = await team.as(await team.join(organization, 'facilitator'))
      const colleague = await team.join(organization)
      const params = { userId: colleague }
      await first.call(teamApi.changeRole, { params, body: { role: 'facilitator' } })
      const [second, other] = [await team.as(colleague), await team.join(organization, 'admin')]
      return Promise.all([refusal(remove(first, organization.founder)), refusal(remove(second, other))])
    }
    const lastAdmin = { status: 409, code: 'illegal_transition' }
    for (const outcomes of await Promise.all(Array.from({ length: 8 }, removedAtOnce))) {
      expect(outcomes).toEqual(expect.arrayContaining([null, lastAdmin]))
    }
  })

  it('of two admins who remove each other at once one stays', async () => {
    const organization = await team.found()
    const second = await team.join(organization, 'admin')
    const other = await team.as(second)
    const outcomes = await Promise.all([
      refusal(remove(organization.admin, second)),
      refusal(remove(other, organization.founder)),
    ])
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    const left = [await team.identity(second), await team.identity(organization.founder)]
    expect(left.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  it('and an operator who disables the same person wait for each other, and neither fails', async () => {
    const operator = await team.as(await team.register({ username: 'olga' }))
    const organization = await team.found()
    const userId = await team.join(organization)
    const acts: Promise<unknown>[] = []
    // A removal locks the actor's row last, so it stops half-way with all its other locks held.
    const hold = (db: TransactionHandle) =>
      db.select().from(memberships).where(eq(memberships.personId, organization.founder)).for('update')
    await whileHeld(team.under.urls, hold, async (waiting) => {
      acts.push(refusal(remove(organization.admin, userId)))
      await waiting(1)
      acts.push(refusal(operator.call(teamApi.disablePerson, { params: { userId } })))
      await waiting(2)
    })
    expect(await Promise.all(acts)).toEqual([null, null])
    expect(await team.identity(userId)).toMatchObject({ organization: null, isDisabled: true })
  })

  it('is undone by a new invitation, which they accept as whoever they are then', async () => {
    const organization = await team.found()
    const userId = await team.join(organization, 'manager')
    const { email } = await team.identity(userId)
    await remove(organization.admin, userId)
    const body = { email: email ?? '', role: 'team_member' as const }
    const { link = '' } = await organization.admin.call(teamApi.createInvitation, { body })
    const token = link.split('/').at(-1) ?? ''
    await (await team.as(userId)).call(teamApi.acceptInvitation, { params: { token } })
    expect(await team.identity(userId)).toMatchObject({
      organization: { id: organization.id },
      role: 'team_member',
    })
  })

  it('asked for twice at once happens once', async () => {
    const organization = await team.found()
    const userId = await team.join(organization)
    const outcomes = await Promise.all([
      refusal(remove(organization.admin, userId)),
      refusal(remove(organization.admin, userId)),
    ])
    expect(outcomes).toEqual(expect.arrayContaining([null, unknown]))
  })
})
