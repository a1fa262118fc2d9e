import { type Client, RequestError } from '@portal/contracts/client'
import type { Role } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { PgSelectBase } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type InvitingTeam, startInviting } from './invitations.fixture.ts'
import { mailsPerDay } from './mail-allowance.ts'

let team: InvitingTeam

beforeAll(async () => {
  team = await startInviting(null)
})
afterAll(() => team[Symbol.asyncDispose]())

const invite = (client: Client, email: string, role: Role = 'team_member') =>
  client.call(teamApi.createInvitation, { body: { email, role } })
const list = (client: Client) => client.call(teamApi.listInvitations, {})
const tokenOf = (sent: { readonly link?: string | undefined }) => sent.link?.split('/invitation/')[1] ?? ''
const newAddress = () => `${crypto.randomUUID()}@halden.example`
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof RequestError ? { status: error.status, code: error.code } : error),
  )

/** An invitation by the founder, and a person with the invited address. */
async function invited(role: Role = 'team_member', registration: { isEmailVerified?: boolean } = {}) {
  const { founder, id: organizationId } = await team.found()
  const email = newAddress()
  const admin = await team.as(founder)
  const sent = await invite(admin, email, role)
  const personId = await team.register({ email: email.toUpperCase(), ...registration })
  const client = await team.as(personId)
  const params = { token: tokenOf(sent) }
  return {
    founder,
    organizationId,
    email,
    admin,
    id: sent.invitation.id,
    personId,
    params,
    read: () => client.call(teamApi.readInvitation, { params }),
    accept: () => client.call(teamApi.acceptInvitation, { params }),
  }
}

/** Counts the rows that this process selects from now on. */
function countRows(): () => number {
  let rows = 0
  const counting = vi.spyOn(PgSelectBase.prototype, 'then').mockImplementation(function (
    this: { execute(): Promise<unknown[]> },
    ...handlers
  ) {
    const counted = this.execute().then((found) => {
      rows += found.length
      return found
    })
    return counted.then(...handlers)
  })
  onTestFinished(() => counting.mockRestore())
  return () => rows
}

describe('inviting', () => {
  it('answers 201 with a message, the pending invitation and, without a mailer, the link', async () => {
    const { founder } = await team.found()
    const sent = await invite(await team.as(founder), ' Noor@Halden.Example ')
    expect(sent.link).toMatch(/^https:\/\/portal\.test\/invitation\/[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(sent.message).toContain('noor@halden.example')
    expect(sent.invitation).toMatchObject({
      email: 'noor@halden.example',
      role: 'team_member',
      acceptedAt: null,
      isExpired: false,
    })
    const { createdAt, expiresAt } = sent.invitation
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 3600_000)
    expect(await list(await team.as(founder))).toEqual([sent.invitation])
  })

  it.each<[Role, readonly Role[]]>([
    ['facilitator', ['facilitator', 'admin', 'manager', 'team_member']],
    ['admin', ['admin', 'manager', 'team_member']],
    ['manager', ['team_member']],
    ['team_member', []],
  ])('lets a %s give %j and refuses the rest with 403 and what to do (decision 5)', async (by, given) => {
    const { founder } = await team.found()
    const facilitator = await team.member(founder, 'facilitator')
    const own = { admin: founder, facilitator, manager: null, team_member: null }[by]
    const client = await team.as(own ?? (await team.member(founder, by)))
    for (const role of ['facilitator', 'admin', 'manager', 'team_member'] as const) {
      const call = invite(client, newAddress(), role)
      if (given.includes(role)) await call
      else
        await expect(call).rejects.toMatchObject({
          status: 403,
          code: 'forbidden',
          suggestedAction: expect.stringMatching(/^Ask an? (administrator|facilitator)/),
        })
    }
  })

  it('answers alike for an address without account, with one, and of another organization (decision 16)', async () => {
    const { founder } = await team.found()
    const other = await team.found('Other')
    const addresses = [newAddress(), newAddress(), newAddress()]
    await team.register({ email: addresses[1] ?? '' })
    const elsewhere = await team.register({ email: addresses[2] ?? '' })
    const code = (await (await team.as(other.founder)).call(teamApi.currentUser, {})).organization?.joinCode
    await (await team.as(elsewhere)).call(teamApi.joinOrganization, { params: { code: code ?? '' } })
    const client = await team.as(founder)
    const shapes = []
    for (const email of addresses) {
      const answer = await invite(client, email)
      const shape = JSON.stringify(answer).replaceAll(email, 'ADDRESS')
      shapes.push(
        shape
          .replace(/"link":"[^"]+"/, '')
          .replaceAll(/[0-9a-f-]{36}/g, 'ID')
          .replaceAll(/20\d\d-[^"]+Z/g, 'TIME'),
      )
    }
    expect(new Set(shapes).size).toBe(1)
  })

  it('refuses a member of the own organization with 409, whatever the case of the address', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const member = await (await team.as(await team.member(founder))).call(teamApi.currentUser, {})
    expect(await refusal(invite(admin, member.email?.toUpperCase() ?? ''))).toEqual({
      status: 409,
      code: 'already_member',
    })
  })

  it('gives an address that is invited already a fresh link and the role asked for now, also for two at once', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const email = newAddress()
    for (let round = 0; round < 5; round += 1) {
      const other = newAddress()
      const both = await Promise.all([invite(admin, other), invite(admin, other)])
      expect(both[0]?.invitation.id).toBe(both[1]?.invitation.id)
      await admin.call(teamApi.revokeInvitation, { params: { id: both[0]?.invitation.id ?? '' } })
    }
    const answers = await Promise.all([invite(admin, email), invite(admin, email, 'manager')])
    expect(new Set(answers.map(({ invitation }) => invitation.id)).size).toBe(1)
    const again = await invite(admin, email, 'admin')
    expect(await list(admin)).toEqual([again.invitation])
    expect(again.invitation.role).toBe('admin')
    const person = await team.as(await team.register({ email }))
    const statuses = []
    for (const sent of [...answers, again])
      statuses.push(await refusal(person.call(teamApi.readInvitation, { params: { token: tokenOf(sent) } })))
    expect(statuses).toEqual([{ status: 404, code: 'not_found' }, { status: 404, code: 'not_found' }, null])
  })

  it('lets nobody replace an invitation to a role that they could not give', async () => {
    const { founder } = await team.found()
    const email = newAddress()
    await invite(await team.as(founder), email, 'admin')
    const manager = await team.as(await team.member(founder, 'manager'))
    expect(await refusal(invite(manager, email))).toEqual({ status: 403, code: 'forbidden' })
  })

  it.each([
    '',
    'noor',
    'noor@',
    'a@b@c.example',
    'noor@halden.example\r\nBcc: x@evil.example',
    'x'.repeat(400),
  ])('refuses %j with the specified text', async (email) => {
    const { founder } = await team.found()
    await expect(invite(await team.as(founder), email)).rejects.toMatchObject({
      status: 400,
      detail: 'Invalid email address',
    })
  })

  it('mails one address no more than a few times a day, and a person and an organization not without end', async () => {
    const { founder } = await team.found()
    const admin = await team.as(founder)
    const email = newAddress()
    for (let sent = 0; sent < mailsPerDay.address; sent += 1) await invite(admin, email)
    const [one] = await list(admin)
    const params = { id: one?.id ?? '' }
    for (const call of [() => invite(admin, email), () => admin.call(teamApi.resendInvitation, { params })])
      expect(await refusal(call())).toEqual({ status: 429, code: 'rate_limited' })
    for (let sent = mailsPerDay.address; sent < mailsPerDay.person; sent += 1)
      await invite(admin, newAddress())
    expect(await refusal(invite(admin, newAddress()))).toEqual({ status: 429, code: 'rate_limited' })
    await invite(await team.as(await team.member(founder, 'manager')), newAddress())
  })
})

describe('the list', () => {
  it('shows newest first: pending, expired with a note, accepted, and none that is revoked', async () => {
    const { founder, organizationId, admin, accept, id } = await invited()
    await accept()
    const revoked = await invite(admin, newAddress())
    await admin.call(teamApi.revokeInvitation, { params: { id: revoked.invitation.id } })
    const old = await invite(admin, newAddress())
    await team.letDaysPass(organizationId, 8)
    const young = await invite(await team.as(founder), newAddress())
    const rows = await list(admin)
    expect(rows.map((row) => [row.id, row.acceptedAt !== null, row.isExpired])).toEqual([
      [young.invitation.id, false, false],
      [old.invitation.id, false, true],
      [id, true, false],
    ])
  })

  it('is for admin and facilitator, and so are resending and revoking', async () => {
    const { founder, id } = await invited()
    const facilitator = await team.as(await team.member(founder, 'facilitator'))
    expect(await list(facilitator)).toHaveLength(1)
    for (const role of ['manager', 'team_member'] as const) {
      const client = await team.as(await team.member(founder, role))
      const params = { id }
      for (const call of [
        () => list(client),
        () => client.call(teamApi.resendInvitation, { params }),
        () => client.call(teamApi.revokeInvitation, { params }),
      ])
        expect(await refusal(call())).toMatchObject({ status: 403 })
    }
  })

  it('gives another organization’s admin 404 for resending and revoking', async () => {
    const { id } = await invited()
    const stranger = await team.as((await team.found('Stranger')).founder)
    const params = { id }
    expect(await refusal(stranger.call(teamApi.resendInvitation, { params }))).toMatchObject({ status: 404 })
    expect(await refusal(stranger.call(teamApi.revokeInvitation, { params }))).toMatchObject({ status: 404 })
    expect(await list(stranger)).toEqual([])
  })
})

describe('a link', () => {
  it('says what it invites to, and makes a member with the role by an explicit request only', async () => {
    const { organizationId, email, read, accept, personId, admin } = await invited('manager')
    expect(await read()).toEqual({
      organizationName: 'Halden Medical',
      email,
      role: 'manager',
      state: 'open',
    })
    expect(await (await team.as(personId)).call(teamApi.currentUser, {})).toMatchObject({
      organization: null,
    })
    expect(await accept()).toMatchObject({ id: organizationId, name: 'Halden Medical' })
    expect(await (await team.as(personId)).call(teamApi.currentUser, {})).toMatchObject({
      organizationId,
      role: 'manager',
    })
    expect((await list(admin))[0]?.acceptedAt).not.toBeNull()
  })

  it('is looked at and accepted with as few rows, however many members the organization has', async () => {
    const { founder, organizationId, read, accept } = await invited()
    const others = 40
    for (let count = 0; count < others; count += 1) await team.member(founder)
    const joined = () =>
      team.emitted.filter(
        (event) => event.type === 'member.joined' && event.organizationid === organizationId,
      )
    await vi.waitFor(() => expect(joined()).toHaveLength(others + 1), { timeout: 45_000 })
    const rows = countRows()
    expect(await read()).toMatchObject({ state: 'open' })
    await accept()
    expect(rows()).toBeGreaterThan(0)
    expect(rows()).toBeLessThan(others)
  })

  it('answers the same to whoever accepts twice, also at once', async () => {
    const { accept, read, organizationId } = await invited()
    const answers = await Promise.all([accept(), accept()])
    expect((await accept()).id).toBe(organizationId)
    expect(answers[0]).toEqual(answers[1])
    expect((await read()).state).toBe('accepted')
  })

  it('gets one and the same 404 when it is unknown, forged, of another key, replaced or revoked', async () => {
    const { admin, id, params, personId } = await invited()
    const [head = '', body = '', signature = ''] = params.token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const tokens = [
      'x',
      `${head}.${body}.`,
      `${head}.${body}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${head}.${encode({ ...claims, org: 1 })}.${signature}`,
      `${encode({ alg: 'none' })}.${body}.`,
    ]
    await admin.call(teamApi.resendInvitation, { params: { id } })
    tokens.push(params.token)
    const fresh = tokenOf(await admin.call(teamApi.resendInvitation, { params: { id } }))
    await admin.call(teamApi.revokeInvitation, { params: { id } })
    tokens.push(fresh)
    const client = await team.as(personId)
    for (const token of tokens) {
      for (const route of [teamApi.readInvitation, teamApi.acceptInvitation])
        await expect(client.call(route, { params: { token } })).rejects.toMatchObject({
          status: 404,
          code: 'not_found',
          detail: 'This invitation link is invalid or was withdrawn',
        })
    }
  })

  it('that has expired is refused, and works again when it is sent again', async () => {
    const { organizationId, read, accept, admin, id, personId } = await invited()
    await team.letDaysPass(organizationId, 7)
    expect((await read()).state).toBe('expired')
    expect(await refusal(accept())).toEqual({ status: 409, code: 'illegal_transition' })
    const params = { token: tokenOf(await admin.call(teamApi.resendInvitation, { params: { id } })) }
    expect((await list(admin))[0]?.isExpired).toBe(false)
    expect((await (await team.as(personId)).call(teamApi.acceptInvitation, { params })).id).toBe(
      organizationId,
    )
  })

  it('is only for the address that was invited, and only once that is verified', async () => {
    const { params } = await invited()
    const other = await team.as(await team.register())
    expect((await other.call(teamApi.readInvitation, { params })).state).toBe('other-address')
    expect(await refusal(other.call(teamApi.acceptInvitation, { params }))).toMatchObject({ status: 403 })
    const unverified = await invited('team_member', { isEmailVerified: false })
    expect((await unverified.read()).state).toBe('unverified-address')
    await expect(unverified.accept()).rejects.toMatchObject({
      status: 403,
      detail: 'Your e-mail address is not verified yet.',
    })
  })

  it('works as soon as the provider says that the address is verified, without logging in again', async () => {
    const { founder, id: organizationId } = await team.found()
    const email = newAddress()
    const { subject } = await team.ports.identities.createAccount({ username: crypto.randomUUID(), email })
    const client = await team.as(await team.register({ email, subject, isEmailVerified: false }))
    const params = { token: tokenOf(await invite(await team.as(founder), email)) }
    team.ports.identities.isAway = true
    expect((await client.call(teamApi.readInvitation, { params })).state).toBe('unverified-address')
    team.ports.identities.isAway = false
    expect((await client.call(teamApi.readInvitation, { params })).state).toBe('open')
    expect((await client.call(teamApi.acceptInvitation, { params })).id).toBe(organizationId)
  })

  it('is refused with 409 to a member of another organization, who was invited like anybody', async () => {
    const { personId, read, accept } = await invited()
    await (await team.as(personId)).call(teamApi.createOrganization, { body: { name: 'Own' } })
    expect((await read()).state).toBe('already-member')
    expect(await refusal(accept())).toEqual({ status: 409, code: 'already_member' })
  })

  it('is accepted or revoked, never both, when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accept, admin, id, personId } = await invited()
      const revoke = admin.call(teamApi.revokeInvitation, { params: { id } })
      const outcomes = await Promise.all([refusal(accept()), refusal(revoke)])
      expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
      const me = await (await team.as(personId)).call(teamApi.currentUser, {})
      expect(me.organization === null).toBe(outcomes[1] === null)
    }
  })
})

describe('the right of whoever invited', () => {
  it('is asked for again: who was demoted since lets nobody in, until somebody else sends it again', async () => {
    const { founder, read, accept, id, personId, organizationId } = await invited('admin')
    const second = await team.member(founder, 'admin')
    const facilitator = await team.as(await team.member(founder, 'facilitator'))
    await facilitator.call(teamApi.changeRole, { params: { userId: founder }, body: { role: 'team_member' } })
    expect((await read()).state).toBe('role-refused')
    expect(await refusal(accept())).toEqual({ status: 409, code: 'illegal_transition' })
    const sent = await (await team.as(second)).call(teamApi.resendInvitation, { params: { id } })
    const params = { token: tokenOf(sent) }
    const joined = await (await team.as(personId)).call(teamApi.acceptInvitation, { params })
    expect(joined.id).toBe(organizationId)
  })

  it('cannot bring back who was removed since: it takes a new invitation (decision 40)', async () => {
    const { founder, admin, email, personId, read, params, organizationId } = await invited()
    const code = (await admin.call(teamApi.currentUser, {})).organization?.joinCode ?? ''
    await (await team.as(personId)).call(teamApi.joinOrganization, { params: { code } })
    await (await team.as(founder)).call(teamApi.removeMember, { params: { userId: personId } })
    expect((await read()).state).toBe('role-refused')
    const accept = async (token: string) =>
      (await team.as(personId)).call(teamApi.acceptInvitation, { params: { token } })
    expect(await refusal(accept(params.token))).toEqual({ status: 409, code: 'illegal_transition' })
    expect((await accept(tokenOf(await invite(admin, email)))).id).toBe(organizationId)
  })

  it('makes an admin’s invited facilitator the first only: of two who accept at once one becomes it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const admin = await team.as((await team.found()).founder)
      const accepts = []
      for (const email of [newAddress(), newAddress()]) {
        const params = { token: tokenOf(await invite(admin, email, 'facilitator')) }
        const client = await team.as(await team.register({ email }))
        accepts.push(() => client.call(teamApi.acceptInvitation, { params }))
      }
      const outcomes = await Promise.all(accepts.map((accept) => refusal(accept())))
      expect(outcomes).toHaveLength(2)
      expect(outcomes).toContainEqual(null)
      expect(outcomes).toContainEqual({ status: 409, code: 'illegal_transition' })
    }
  })
})
