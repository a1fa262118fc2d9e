import type { Client } from '@portal/contracts/client'
import { RequestError } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { service as team } from './service.ts'

let under: ServiceUnderTest
let internal: Client

beforeAll(async () => {
  under = await startUnderTest(team, { ports: teamPorts({ operators: ['olga', 'root@corp.example'] }) })
  internal = under.asService('gateway')
})
afterAll(() => under.stop())

const register = (username: string, subject = username) =>
  internal.call(teamApi.resolveIdentity, {
    body: {
      issuer: 'https://portal.test/oidc',
      subject,
      username,
      email: `${username}@example.org`,
      isEmailVerified: true,
      firstName: 'First',
      lastName: 'Last',
    },
  })

/** A client with the person's present permissions, as the gateway would grant them. */
async function as(personId: string): Promise<Client> {
  const identity = await internal.call(teamApi.readIdentity, { params: { personId } })
  return under.as({
    personId,
    ...(identity.organization ? { organizationId: identity.organization.id } : {}),
    ...(identity.role ? { role: identity.role } : {}),
    isOperator: identity.isMasterAdmin,
  })
}

async function newOrganization(name = 'Halden Medical') {
  const founder = await register(`founder-${crypto.randomUUID()}`)
  const organization = await (await as(founder.personId)).call(teamApi.createOrganization, { body: { name } })
  const me = await (await as(founder.personId)).call(teamApi.currentUser, {})
  return { founder: founder.personId, organization, joinCode: me.organization?.joinCode ?? '' }
}

async function newMember(joinCode: string) {
  const person = await register(`member-${crypto.randomUUID()}`)
  await (await as(person.personId)).call(teamApi.joinOrganization, { params: { code: joinCode } })
  return person.personId
}

const status = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof RequestError ? error.status : -1),
  )

describe('identities', () => {
  it('binds one person to a subject, however often and however many at once they log in', async () => {
    const subject = crypto.randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => register('twice', subject)))
    expect(new Set(all.map(({ personId }) => personId)).size).toBe(1)
  })

  it('knows an operator by the configured login name and nobody else', async () => {
    expect((await register('olga')).isMasterAdmin).toBe(true)
    expect((await register('oleg')).isMasterAdmin).toBe(false)
  })

  it('knows an operator whose login name is an address once that is verified to be theirs', async () => {
    const username = 'root@corp.example'
    const isOperator = async (email: string, isEmailVerified: boolean) => {
      const person = { subject: crypto.randomUUID(), username, email, isEmailVerified }
      const body = { issuer: 'https://portal.test/oidc', firstName: null, lastName: null, ...person }
      return (await internal.call(teamApi.resolveIdentity, { body })).isMasterAdmin
    }
    expect(await isOperator(username, false)).toBe(false)
    expect(await isOperator('stranger@evil.example', true)).toBe(false)
    expect(await isOperator('Root@Corp.example', true)).toBe(true)
  })

  it('answers nobody but a service', async () => {
    const { personId } = await register('curious')
    const read = { params: { personId } }
    expect(await status((await as(personId)).call(teamApi.readIdentity, read))).toBe(403)
    expect(await status(under.visitor.call(teamApi.readIdentity, read))).toBe(401)
  })
})

describe('organizations', () => {
  it('makes its creator admin and seeds five departments numbered 1 to 5', async () => {
    const { founder, organization } = await newOrganization()
    expect(organization.code).toMatch(/^[A-Z]{6}$/)
    const client = await as(founder)
    expect(await client.call(teamApi.currentUser, {})).toMatchObject({
      role: 'admin',
      organizationId: organization.id,
    })
    const departments = await client.call(teamApi.listDepartments, {})
    expect(departments.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Legal & Compliance',
      '2 Human Resources',
      '3 Information Technology',
      '4 Finance & Accounting',
      '5 Operations',
    ])
  })

  it('refuses a name of one letter with the specified text', async () => {
    const { personId } = await register(`short-${crypto.randomUUID()}`)
    const call = (await as(personId)).call(teamApi.createOrganization, { body: { name: ' A ' } })
    await expect(call).rejects.toMatchObject({
      status: 400,
      detail: 'Organization name must be at least 2 characters',
    })
  })

  it('creates one organization when it is asked for twice at once', async () => {
    const { personId } = await register(`hasty-${crypto.randomUUID()}`)
    const client = await as(personId)
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () =>
        status(client.call(teamApi.createOrganization, { body: { name: 'Once' } })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 0)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 409)).toHaveLength(3)
  })

  it('gives a repeated request with the same key the same answer, once done', async () => {
    const { personId } = await register(`repeat-${crypto.randomUUID()}`)
    const client = await as(personId)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = await Promise.all(
      [0, 1].map(() => client.call(teamApi.createOrganization, { body: { name: 'Same' } }, { headers })),
    )
    expect(second).toEqual(first)
    const other = client.call(teamApi.createOrganization, { body: { name: 'Other' } }, { headers })
    await expect(other).rejects.toMatchObject({ status: 422 })
  })

  it('lets a person join as team_member by code, and counts them', async () => {
    const { joinCode, organization } = await newOrganization('Counted')
    const member = await newMember(joinCode)
    expect(await (await as(member)).call(teamApi.currentUser, {})).toMatchObject({
      role: 'team_member',
      organizationId: organization.id,
    })
    const { personId } = await register(`looker-${crypto.randomUUID()}`)
    const found = await (await as(personId)).call(teamApi.organizationByCode, { params: { code: joinCode } })
    expect(found).toEqual({ name: 'Counted', memberCount: 2 })
  })

  it('answers unknown codes with one uniform 404, and the six-letter ID is not a code', async () => {
    const { organization } = await newOrganization()
    const { personId } = await register(`prober-${crypto.randomUUID()}`)
    const client = await as(personId)
    for (const code of ['nope', organization.code, '../../etc', '%00']) {
      await expect(client.call(teamApi.organizationByCode, { params: { code } })).rejects.toMatchObject({
        status: 404,
      })
      await expect(client.call(teamApi.joinOrganization, { params: { code } })).rejects.toMatchObject({
        status: 404,
      })
    }
  })

  it('refuses to let a member join or create another', async () => {
    const one = await newOrganization()
    const other = await newOrganization()
    const client = await as(one.founder)
    expect(await status(client.call(teamApi.joinOrganization, { params: { code: other.joinCode } }))).toBe(
      409,
    )
    expect(await status(client.call(teamApi.createOrganization, { body: { name: 'Second' } }))).toBe(409)
  })

  it('shows the join code to admin and facilitator only', async () => {
    const { joinCode } = await newOrganization()
    const member = await newMember(joinCode)
    const me = await (await as(member)).call(teamApi.currentUser, {})
    expect(JSON.stringify(me)).not.toContain(joinCode)
  })
})

describe('roles', () => {
  it('lets an admin name the first facilitator, and only a facilitator the next', async () => {
    const { founder, joinCode } = await newOrganization()
    const [first, second] = [await newMember(joinCode), await newMember(joinCode)]
    const asAdmin = await as(founder)
    const change = (client: Client, userId: string, role: 'facilitator') =>
      client.call(teamApi.changeRole, { params: { userId }, body: { role } })
    expect(await change(asAdmin, first, 'facilitator')).toMatchObject({ role: 'facilitator' })
    expect(await status(change(asAdmin, second, 'facilitator'))).toBe(403)
    expect(await change(await as(first), second, 'facilitator')).toMatchObject({ role: 'facilitator' })
  })

  it('keeps the last admin, whoever asks, and one of two who are demoted at once', async () => {
    const { founder, joinCode } = await newOrganization()
    const facilitator = await newMember(joinCode)
    const second = await newMember(joinCode)
    const asAdmin = await as(founder)
    await asAdmin.call(teamApi.changeRole, { params: { userId: facilitator }, body: { role: 'facilitator' } })
    await asAdmin.call(teamApi.changeRole, { params: { userId: second }, body: { role: 'admin' } })
    const client = await as(facilitator)
    const demote = (userId: string) =>
      client.call(teamApi.changeRole, { params: { userId }, body: { role: 'manager' } })
    const outcomes = await Promise.all([status(demote(founder)), status(demote(second))])
    expect(outcomes.sort()).toEqual([0, 409])
  })

  it('gives a member of another organization 404, and nobody their own role', async () => {
    const { founder } = await newOrganization()
    const stranger = await newOrganization()
    const client = await as(founder)
    const change = (userId: string) =>
      client.call(teamApi.changeRole, { params: { userId }, body: { role: 'manager' } })
    expect(await status(change(stranger.founder))).toBe(404)
    expect(await status(change('no-such-person'))).toBe(404)
    expect(await status(change(founder))).toBe(403)
  })
})

describe('malformed requests', () => {
  it('never get 500', async () => {
    const { founder } = await newOrganization()
    const client = await as(founder)
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '{"name":null}',
      '{"name":"\\u0000ab"}',
      deep,
      `{"name":"${'x'.repeat(2_000_000)}"}`,
    ]
    for (const body of bodies) {
      const response = await under.service.fetch(
        new Request('http://service/api/organizations', {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'x-portal-passport': await under.office.person({ personId: founder }, ['team']),
          },
        }),
      )
      expect(response.status, body.slice(0, 40)).toBeGreaterThanOrEqual(400)
      expect(response.status, body.slice(0, 40)).toBeLessThan(500)
      expect(await response.json()).toMatchObject({
        message: expect.any(String),
        code: expect.any(String),
        requestId: expect.any(String),
      })
    }
    expect(await status(client.request('POST', '/api/organizations', new FormData()))).toBe(415)
  })
})
