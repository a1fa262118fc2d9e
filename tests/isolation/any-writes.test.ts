import { randomBytes } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { type Role, roles } from '@portal/contracts/permissions'
import { eventTopics } from '@portal/contracts/services'
import type { Identity } from '@portal/contracts/team'
import { concerns } from '@portal/gateway-service/events/event-streams'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { isFullDrill } from '@portal/testkit/drill-size'
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
}, 240_000)
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

/** Histories at the same time, in a ring: each of an organization and the next one. */
const historiesAtOnce = 5
const runs = isFullDrill ? 12 : 2

it(
  'whatever organizations write, in any order, nobody of one reads or hears a word of another',
  async () => {
    const histories = fc.array(history, { minLength: historiesAtOnce, maxLength: historiesAtOnce })
    const property = fc.asyncProperty(histories, async (written) => {
      const before = { heard: heard.length, lines: linesOfEach() }
      const sides = await Promise.all(written.map(newSide))
      const after = (at: number) => sides[(at + 1) % sides.length] as Side
      await Promise.all(
        sides.map(async (left, at) => {
          const pair = { left, right: after(at) }
          for (const write of written[at] ?? []) await inTurn(pair[write.side], write)
        }),
      )
      await emitLast(sides)
      await Promise.all(
        sides.map((side, turn) => expectNothingRead(side, { turn, neighbour: after(turn), sides })),
      )
      expectNothingHeard(heard.slice(before.heard), sides)
      expectSilentLogs(before.lines, sides)
    })
    // No shrinking: each attempt would cost five more organizations. The printed seed reproduces
    // the failure.
    await fc.assert(property, { numRuns: runs, endOnFailure: true })
    console.log(
      `Isolation property: ${runs * historiesAtOnce} histories, ${performed} writes, ${answered} reads.`,
    )
    // Each run founds five organizations: minutes on a loaded machine.
  },
  200_000 * runs,
)

let performed = 0
let answered = 0

/** An organization whose label is in every text entered by its people, and its latest ids. */
interface Side {
  readonly organization: Organization
  readonly things: Ids[]
  /** Its latest write. */
  last: Promise<void>
}

async function newSide(): Promise<Side> {
  const label = `side-${randomBytes(6).toString('hex')}`
  const organization = await newOrganization(portal.services, label)
  return { organization, things: [], last: Promise.resolve() }
}

/** One write of an organization after the other: what one creates, another could revoke. */
function inTurn(side: Side, write: Write): Promise<void> {
  side.last = side.last.then(() => perform(side, write))
  return side.last
}

/** Creates what the request needs, labelled, and sends it. It may be refused. */
async function perform({ organization, things }: Side, { route, role }: Write): Promise<void> {
  const sampled = forMembers.find(({ name }) => name === route)
  if (!sampled) throw new Error(`No route ${route}.`)
  const actor = organization.members[role]
  const ids = await freshThings(portal, { organization, actor }, sampled.sample)
  things.push(ids)
  await send(sampled, ids, organization, role)
  performed += 1
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

/** The final events: once the audit trail has an organization's, it has all its earlier ones. */
async function emitLast(sides: readonly Side[]): Promise<void> {
  const last = await Promise.all(
    sides.map(async ({ organization }) => ({
      organization,
      id: (await newDepartment(portal.services, organization)).id,
    })),
  )
  for (const { organization, id } of last) {
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
}

interface Neighbours {
  /** Which role asks which route: each organization of a run has another. */
  readonly turn: number
  /** Whose ids the requests contain. */
  readonly neighbour: Side
  readonly sides: readonly Side[]
}

/** No member reads another organization's label, in any route and with its neighbour's ids. */
async function expectNothingRead(
  { organization }: Side,
  { turn, neighbour, sides }: Neighbours,
): Promise<void> {
  const others = sides.map((side) => side.organization.label).filter((label) => label !== organization.label)
  const ids = latestOf(neighbour.things)
  for (const [index, sampled] of reads.entries()) {
    if (neighbour.things.length === 0 && sampled.sample.hasIds) continue
    const role = roles[(index + turn) % roles.length] ?? 'admin'
    const answer = await send(sampled, ids, organization, role)
    answered += 1
    for (const label of others) expect(answer, `${sampled.name} as ${role}`).not.toContain(label)
  }
}

/** No event that names an organization concerns a member of another. */
function expectNothingHeard(events: readonly EventEnvelope[], sides: readonly Side[]): void {
  const texts = events.map((event) => ({ event, text: JSON.stringify(event) }))
  for (const { organization } of sides) {
    const about = texts.filter(
      ({ event, text }) => event.organizationid === organization.id || text.includes(organization.label),
    )
    expect(about.length).toBeGreaterThan(0)
    const people = sides
      .filter((other) => other.organization !== organization)
      .flatMap((other) => roles.map((role) => identityOf(other.organization, role)))
    for (const { event, text } of about)
      expect(
        people.filter((person) => concerns(event, person)),
        text,
      ).toEqual([])
  }
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

function linesOfEach(): number[] {
  return Object.values(portal.services).map(({ logLines }) => logLines.length)
}

/** No service has logged content or credentials since it had written so many lines. */
function expectSilentLogs(since: readonly number[], sides: readonly Side[]): void {
  const lines = Object.values(portal.services).flatMap(({ logLines }, at) => logLines.slice(since[at]))
  expect(lines.length).toBeGreaterThan(0)
  const log = lines.join('\n')
  for (const { organization, things } of sides) {
    const secrets = things.flatMap(({ code, invitationToken }) => [code, invitationToken])
    for (const secret of new Set([organization.label, ...secrets]))
      expect(log.includes(secret) ? lines.filter((line) => line.includes(secret)) : []).toEqual([])
  }
}
