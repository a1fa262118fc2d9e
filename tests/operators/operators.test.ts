import { RequestError } from '@portal/contracts/client'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { seenHeader, wroteHeader } from '@portal/contracts/passport'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import { teamApi } from '@portal/contracts/team'
import {
  type HeadsUnderTest,
  openHeadsUnderTest,
} from '@portal/master-admin-service/audit/audit-heads.fixture'
import { httpTeamCommands } from '@portal/master-admin-service/commands/http-team-commands'
import { service as masterAdmin } from '@portal/master-admin-service/service'
import { service as team } from '@portal/team-service/service'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { teamPorts } from '@portal/testkit/team-ports'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const patience = { timeout: 45_000, interval: 25 }
let teamUnder: ServiceUnderTest
let under: ServiceUnderTest
let withoutTeam: ServiceUnderTest
let heads: HeadsUnderTest
const teamAccounts = teamPorts({ operators: ['operator'], protectedAccounts: ['operator'] })

beforeAll(async () => {
  teamUnder = await startUnderTest(team, { ports: teamAccounts })
  const { bus, office } = teamUnder
  const protectedAccounts = ['operator']
  heads = await openHeadsUnderTest()
  const portsWith = (teamUrl: string) => ({
    auditHeads: heads.heads,
    team: httpTeamCommands(teamUrl),
    protectedAccounts,
  })
  under = await startUnderTest(masterAdmin, { ports: portsWith(teamUnder.service.url), bus, office })
  withoutTeam = await startUnderTest(masterAdmin, { ports: portsWith('http://127.0.0.1:9'), office })
})
afterAll(async () => {
  await withoutTeam.stop()
  await under.stop()
  await teamUnder.stop()
  await heads.close()
})

const actor = { personId: 'operator-person', isOperator: true }
const operator = () => under.as(actor, ['master-admin', 'team'])

/** Consecutive calls through the gateway: the next one carries what the previous one wrote. */
async function inTurn<Act extends Route, Then extends Route>(
  act: { route: Act; input: RouteCall<Act> },
  then: { route: Then; input: RouteCall<Then> },
): Promise<RouteResponse<Then>> {
  const { params, body } = act.input as { params?: Record<string, unknown>; body?: unknown }
  const answer = await operator().request(act.route.method, routeUrl(act.route, params), body)
  const seen = answer.headers.get(wroteHeader)
  if (!seen) throw new Error('The answer does not say what was written.')
  return operator().call(then.route, then.input, { headers: { [seenHeader]: seen } })
}

let drawn = 0
const newUser = (organizationId: number) => {
  drawn += 1
  const id = `user-${drawn}`
  return { id, email: `${id}@example.org`, firstName: 'Jane', organizationId, role: 'admin' as const }
}
const create = (name: string) => operator().call(masterAdminApi.createOrganization, { body: { name } })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) =>
      error instanceof RequestError
        ? { status: error.status, code: error.code, detail: error.detail }
        : error,
  )

it('the list after a creation shows the organization as the creation answered it', async () => {
  const body = { name: ' Northwind ' }
  const listed = await inTurn(
    { route: masterAdminApi.createOrganization, input: { body } },
    { route: masterAdminApi.listOrganizations, input: {} },
  )
  expect(listed[0]).toMatchObject({
    name: 'Northwind',
    code: expect.stringMatching(/^[A-Z]{6}$/),
    joinCode: expect.any(String),
    userCount: 0,
    stats: { totalDocuments: 0, totalQuestions: 0, averageRating: null, departments: { length: 5 } },
  })
})

it('the lists after creating and deleting a person show it, and the person has a way in', async () => {
  const { id: organizationId } = await create('Halden')
  const body = newUser(organizationId)
  const users = await inTurn(
    { route: masterAdminApi.createUser, input: { body } },
    { route: masterAdminApi.listUsers, input: {} },
  )
  const { id, email, role } = body
  expect(users[0]).toMatchObject({
    id,
    email,
    role,
    organizationId,
    organizationName: 'Halden',
    hasSignedIn: false,
    isProtected: false,
  })
  expect(await operator().call(masterAdminApi.renewOneTimeLogin, { params: { id } })).toMatchObject({
    kind: 'password',
  })
  const left = await inTurn(
    { route: masterAdminApi.deleteUser, input: { params: { id } } },
    { route: masterAdminApi.listUsers, input: {} },
  )
  expect(left.map((user) => user.id)).not.toContain(id)
})

it("what team refuses is refused in team's words", async () => {
  const { id: organizationId } = await create('Refusing')
  const person = newUser(organizationId)
  const createUser = (body: typeof person) => operator().call(masterAdminApi.createUser, { body })
  await createUser(person)
  expect(await refusal(createUser(person))).toMatchObject({ status: 409, code: 'conflict' })
  expect(await refusal(createUser(newUser(987_654)))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await refusal(create('A'))).toEqual({
    status: 400,
    code: 'invalid_request',
    detail: 'Organization name must be at least 2 characters',
  })
  await teamUnder.asService('gateway').call(teamApi.resolveIdentity, {
    body: {
      issuer: 'provider',
      subject: 'operator-subject',
      username: 'operator',
      email: null,
      isEmailVerified: false,
      firstName: null,
      lastName: null,
    },
  })
  const protectedOne = operator().call(masterAdminApi.deleteUser, { params: { id: 'operator' } })
  expect(await refusal(protectedOne)).toMatchObject({ status: 403, code: 'protected_account' })
})

it('a deleted organization is gone for everybody at once and stands in the ledger; asked for again nothing changes', async () => {
  const { id } = await create('Closing')
  const person = newUser(id)
  await operator().call(masterAdminApi.createUser, { body: person })
  const deletion = { route: masterAdminApi.deleteOrganization, input: { params: { id } } }
  const listed = await inTurn(deletion, { route: masterAdminApi.listOrganizations, input: {} })
  expect(listed.map((organization) => organization.id)).not.toContain(id)
  await vi.waitFor(async () => {
    const users = await operator().call(masterAdminApi.listUsers, {})
    expect(users.find((user) => user.id === person.id)).toMatchObject({ organizationId: null, role: null })
  }, patience)
  const ledger = await operator().call(masterAdminApi.listDeletions, {})
  expect(ledger[0]).toMatchObject({ organizationId: id, organizationName: 'Closing' })
  const again = await refusal(operator().call(masterAdminApi.deleteOrganization, { params: { id } }))
  // Unknown to team once purged.
  if (again !== null) expect(again).toMatchObject({ status: 404 })
  expect(await operator().call(masterAdminApi.listDeletions, {})).toHaveLength(ledger.length)
})

it('the ledger names an organization that the read model has not heard of yet', async () => {
  const { id } = await create('Newest')
  const ports = {
    auditHeads: heads.heads,
    team: httpTeamCommands(teamUnder.service.url),
    protectedAccounts: [],
  }
  // On its own event log: nothing of team's reaches it.
  const unconnected = await startUnderTest(masterAdmin, { ports, office: teamUnder.office })
  try {
    const client = unconnected.as(actor, ['master-admin', 'team'])
    await client.call(masterAdminApi.deleteOrganization, { params: { id } })
    const [latest] = await client.call(masterAdminApi.listDeletions, {})
    expect(latest).toMatchObject({ organizationId: id, organizationName: 'Newest' })
  } finally {
    await unconnected.stop()
  }
})

it('a deletion that was cut off after the organization was shut is finished by asking again', async () => {
  const { id } = await create('Half')
  await teamUnder.as(actor).call(teamApi.disableOrganization, { params: { id } })
  await vi.waitFor(async () => {
    const listed = await operator().call(masterAdminApi.listOrganizations, {})
    expect(listed.map((organization) => organization.id)).toContain(id)
  }, patience)
  await operator().call(masterAdminApi.deleteOrganization, { params: { id } })
  const ledger = await operator().call(masterAdminApi.listDeletions, {})
  expect(ledger.map(({ organizationId }) => organizationId)).toContain(id)
})

it('an unknown organization and ids that are none get 404 and leave no trace in the ledger', async () => {
  const noted = async () =>
    (await operator().call(masterAdminApi.listDeletions, {})).map(({ organizationId }) => organizationId)
  const before = await noted()
  for (const id of ['987654', '1e3', '01', '-1', '9007199254740992', '0', 'x', '1.0', '%20']) {
    const call = operator().request('DELETE', `/api/master/organizations/${id}`)
    expect(await refusal(call), id).toMatchObject({ status: 404 })
  }
  expect(await noted()).toEqual(before)
})

it("an operator sees where mail goes, as team's mailer says it", async () => {
  expect(await operator().call(masterAdminApi.listMail, {})).toEqual({ mailer: 'none', sent: [] })
})

it('while team is away commands get 503, nothing is noted, and the lists work', async () => {
  const client = withoutTeam.as(actor, ['master-admin', 'team'])
  const calls = [
    () => client.call(masterAdminApi.createOrganization, { body: { name: 'Nowhere' } }),
    () => client.call(masterAdminApi.createUser, { body: newUser(1) }),
    () => client.call(masterAdminApi.deleteOrganization, { params: { id: 1 } }),
    () => client.call(masterAdminApi.deleteUser, { params: { id: 'x' } }),
  ]
  for (const call of calls)
    expect(await refusal(call())).toMatchObject({ status: 503, code: 'upstream_unavailable' })
  expect(await client.call(masterAdminApi.listDeletions, {})).toEqual([])
  expect(await client.call(masterAdminApi.listOrganizations, {})).toEqual([])
})
