import { randomBytes } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { type Role, roles } from '@portal/contracts/permissions'
import { eventTopics } from '@portal/contracts/services'
import type { Identity } from '@portal/contracts/team'
import { concerns } from '@portal/gateway-service/events/event-streams'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import type { Ids } from '@portal/testkit/route-samples'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type IsolatedPortal,
  newDepartment,
  newOrganization,
  type Organization,
  startIsolatedPortal,
} from './isolated-portal.ts'
import { isKeyRoute } from './judge-route.ts'
import { requestOf, type SampledRoute, sampledRoutes } from './route-samples.ts'
import { freshThings, unknownIds } from './things.ts'

let portal: IsolatedPortal
let tail: Subscription
const heard: EventEnvelope[] = []

beforeAll(async () => {
  portal = await startIsolatedPortal()
  tail = await portal.services.team.bus.tail({
    topics: [...eventTopics],
    handle: (event) => void heard.push(event),
  })
}, 120_000)
afterAll(async () => {
  await tail.stop()
  await portal[Symbol.asyncDispose]()
})

const forMembers = sampledRoutes().filter(({ route }) => route.can !== 'service' && route.can !== 'operator')
const isRead = ({ name, route }: SampledRoute) => route.method === 'GET' || name === 'retrievePassages'
const writes = forMembers.filter((sampled) => !isRead(sampled))
const reads = forMembers.filter((sampled) => isRead(sampled) && !isKeyRoute(sampled.route))

interface Write {
  readonly side: 'left' | 'right'
  readonly route: string
  readonly role: Role
}

const history = fc.array(
  fc.record<Write>({
    side: fc.constantFrom('left', 'right'),
    route: fc.constantFrom(...writes.map(({ name }) => name)),
    role: fc.constantFrom(...roles),
  }),
  { minLength: 8, maxLength: 12 },
)

it('whatever two organizations write, in any order, nobody of one reads or hears a word of the other', async () => {
  const property = fc.asyncProperty(history, async (written) => {
    const pair = { left: await newSide('left'), right: await newSide('right') }
    for (const write of written) await perform(pair[write.side], write)
    await Promise.all(Object.values(pair).map(emitLast))
    await expectNothingOf(pair.left, pair.right)
    await expectNothingOf(pair.right, pair.left)
    expectSilentLogs([pair.left, pair.right])
  })
  // No shrinking: each attempt would cost two more organizations. The printed seed reproduces the
  // failure.
  await fc.assert(property, { numRuns: 3, endOnFailure: true })
}, 120_000)

/** An organization whose label is in every text entered by its people, and its latest ids. */
interface Side {
  readonly organization: Organization
  readonly things: Ids[]
}

async function newSide(name: string): Promise<Side> {
  const label = `${name}-${randomBytes(6).toString('hex')}`
  const organization = await newOrganization(portal.services, label)
  return { organization, things: [] }
}

/** Creates what the request needs, labelled, and sends it. It may be refused. */
async function perform({ organization, things }: Side, { route, role }: Write): Promise<void> {
  const sampled = forMembers.find(({ name }) => name === route)
  if (!sampled) throw new Error(`No route ${route}.`)
  const actor = organization.members[role]
  const ids = await freshThings(portal, { organization, actor }, sampled.sample)
  things.push(ids)
  await send(sampled, ids, organization, role)
}

/** Sends a request as a member; resolves to everything visible in the response. */
async function send(
  sampled: SampledRoute,
  ids: Ids,
  organization: Organization,
  role: Role,
): Promise<string> {
  const { service, route } = sampled
  const under = portal.services[service as 'team']
  const passport = await under.office.person(organization.members[role], [service, ...route.passes])
  const response = await under.service.fetch(requestOf(sampled, ids, passport))
  expect(response.status, sampled.name).toBeLessThan(500)
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`
}

/** The final event: once the audit trail has it, it has all earlier ones. */
async function emitLast({ organization }: Side): Promise<void> {
  const { id } = await newDepartment(portal.services, organization)
  const admin = portal.services['master-admin'].as(organization.members.admin)
  await vi.waitFor(
    async () => {
      const entries = await admin.call(masterAdminApi.listAudit, { query: {} })
      expect(entries.map(({ subject }) => subject)).toContain(`${organization.id}/${id}`)
      expect(JSON.stringify(entries)).toContain(organization.label)
    },
    { timeout: 45_000, interval: 50 },
  )
}

/** No member sees the other organization's label, in any route and with any id. */
async function expectNothingOf({ organization: other, things }: Side, { organization }: Side): Promise<void> {
  const ids = latestOf(things)
  for (const sampled of reads) {
    if (things.length === 0 && sampled.sample.hasIds) continue
    const answers = await Promise.all(roles.map((role) => send(sampled, ids, organization, role)))
    for (const answer of answers) expect(answer, sampled.name).not.toContain(other.label)
  }
  const people = roles.map((role) => identityOf(organization, role))
  const about = heard.filter(
    (event) => event.organizationid === other.id || JSON.stringify(event).includes(other.label),
  )
  expect(about.length).toBeGreaterThan(0)
  for (const event of about)
    expect(
      people.filter((person) => concerns(event, person)),
      JSON.stringify(event),
    ).toEqual([])
}

function latestOf(things: readonly Ids[]): Ids {
  const known = things.flatMap((ids) => Object.entries(ids).filter(([, id]) => !unknown.has(id)))
  return Object.assign({}, unknownIds, Object.fromEntries(known))
}

const unknown = new Set<unknown>(Object.values(unknownIds))

/** A member of every department, so that only the organization separates them. */
function identityOf({ id, label, members }: Organization, role: Role): Identity {
  return {
    personId: members[role].personId,
    email: null,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    organization: { id, name: label },
    role,
    departments: Array.from({ length: 100 }, (_, at) => at + 1),
    isMasterAdmin: false,
    isDisabled: false,
    sessionsValidFrom: null,
  }
}

/** No service logs content or credentials. */
function expectSilentLogs(sides: readonly Side[]): void {
  const lines = Object.values(portal.services).flatMap(({ logLines }) => logLines)
  expect(lines.length).toBeGreaterThan(0)
  for (const { organization, things } of sides) {
    const secrets = things.flatMap(({ code, invitationToken }) => [code, invitationToken])
    for (const secret of new Set([organization.label, ...secrets]))
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
}
