import type { RequestError } from '@portal/contracts/client'
import { permissions, roles } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  canary,
  type IsolatedPortal,
  newOrganization,
  type Organization,
  startIsolatedPortal,
} from './isolated-portal.ts'
import { type Cell, isLetIn, judgeInTurn, judgeRoute, type Principal } from './judge-route.ts'
import { type SampledRoute, sampledRoutes, specifiedHolders } from './route-samples.ts'
import type { Alter } from './start-services.ts'

const routes = sampledRoutes()
const byTable = routes.filter(({ route }) => route.can in permissions)
const restricted = byTable.filter(({ route }) => roles.some((role) => !isLetIn(route, role)))
const forOperators = routes.filter(({ route }) => route.can === 'operator')
const forSignedIn = routes.filter(({ route }) => route.can === 'signed-in')
/** Routes whose verb repeats the check, with packages/contracts/src/role-policy.ts. */
const guardedTwice = routes.filter(({ name }) =>
  ['changeRole', 'assignDepartments', 'removeMember'].includes(name),
)

let portal: IsolatedPortal
/** What a route asks for instead of its own authorization; null leaves that in force. */
type Exchange = (route: Route) => Route['can'] | null
const nothing: Exchange = () => null
let exchange = nothing
const table = { ...permissions }

beforeAll(async () => {
  portal = await startIsolatedPortal(openable)
}, 240_000)
afterEach(() => {
  exchange = nothing
  Object.assign(permissions, table)
})
afterAll(() => portal[Symbol.asyncDispose]())

/** The service with its verbs unchanged, whose checks can be exchanged. */
const openable: Alter = (definition) => {
  const api = Object.entries(definition.api).map(([name, route]) => [name, withSwitch(route)])
  return { ...definition, api: Object.fromEntries(api) }
}

function withSwitch(route: Route): Route {
  return {
    ...route,
    get can() {
      return exchange(route) ?? route.can
    },
  }
}

const openToAll: Exchange = ({ can }) => (can === 'operator' ? 'signed-in' : null)

function as({ route }: SampledRoute, can: Route['can']): Exchange {
  return ({ method, path }) => (method === route.method && path === route.path ? can : null)
}

/**
 * Organizations for a route that is opened: accepted requests change their own, or that of the
 * other routes of its service; those of operators any.
 */
async function organizationsFor({ service, route }: SampledRoute): Promise<IsolatedPortal> {
  if (route.method === 'GET') return portal
  if (route.can in permissions) return { ...portal, mine: await changedBy(service) }
  const [mine, theirs] = [newOrganization(portal.services, 'Mine'), newOrganization(portal.services, canary)]
  return { ...portal, mine: await mine, theirs: await theirs }
}

const changed = new Map<string, Promise<Organization>>()

/** One organization for each service: nothing done there refuses its other requests. */
function changedBy(service: string): Promise<Organization> {
  const known = changed.get(service) ?? newOrganization(portal.services, 'Mine')
  changed.set(service, known)
  return known
}

/** The first wrong cell, by principal and ids, if there is any. */
async function firstWrong(
  organizations: IsolatedPortal,
  sampled: SampledRoute,
  asking: readonly Principal[],
  exchanging = nothing,
): Promise<Cell[]> {
  exchange = exchanging
  for (const principal of asking)
    for await (const cell of judgeInTurn(organizations, sampled, principal))
      if (cell.wrong !== null) return [cell]
  return []
}

describe('the permission table with a mistake', () => {
  it.each(restricted)('turns the matrix red: every role holds that of $service: $name', async (sampled) => {
    Object.assign(permissions, { [sampled.route.can]: roles })
    const refused = roles.filter((role) => !isLetIn(sampled.route, role))
    expect(await firstWrong(await organizationsFor(sampled), sampled, refused)).not.toEqual([])
  })

  // Refused requests change nothing. Admins keep it where others have it too: they create what the
  // requests name.
  it.each(byTable)('turns the matrix red: others lose that of $service: $name', async (sampled) => {
    const holders = roles.filter((role) => isLetIn(sampled.route, role))
    const lost = holders.filter((role) => role !== 'admin' || holders.length === 1)
    Object.assign(permissions, { [sampled.route.can]: holders.filter((role) => !lost.includes(role)) })
    // Red too: the refusal of what the request names, as of a conversation's first question.
    const wrong = await firstWrong(portal, sampled, lost).catch((error: RequestError) => [error])
    expect(wrong).not.toEqual([])
    if (wrong[0] instanceof Error) expect(wrong[0]).toMatchObject({ status: 403 })
  })
})

describe('a route with another check', () => {
  // All of them at once: master-admin has some checked a second time, by team's.
  it.each(forOperators)(
    'turns the matrix red, open to everyone logged in: $service: $name',
    async (sampled) => {
      const organizations = await organizationsFor(sampled)
      const asking = ['no organization', ...roles] as const
      expect(await firstWrong(organizations, sampled, asking, openToAll)).not.toEqual([])
    },
  )

  it.each(forSignedIn)('turns the matrix red, closed to members: $service: $name', async (sampled) => {
    const asking = ['no organization', ...roles] as const
    expect(await firstWrong(portal, sampled, asking, as(sampled, 'operator'))).not.toEqual([])
  })

  // There is no handle for the database without an organization, so no verb can answer.
  it.each(byTable)('gives who has no organization nothing of any: $service: $name', async (sampled) => {
    exchange = as(sampled, 'signed-in')
    for (const { wrong } of await judgeRoute(portal, sampled, 'no organization'))
      expect(wrong ?? '').not.toContain('shows theirs')
  })

  it.each(guardedTwice)('still meets the rule of the verb: $service: $name', async (sampled) => {
    // The rule asks for roles, which the other routes of team have changed.
    const organizations = { ...portal, mine: await newOrganization(portal.services, 'Mine') }
    const wrong = await firstWrong(organizations, sampled, ['team_member'], as(sampled, 'signed-in'))
    expect(wrong.filter(({ ids }) => ids === 'own')).toEqual([])
  })
})

it('the permission table is the one that the specification and the decisions write', () => {
  const held = Object.entries(permissions).map(([permission, holders]) => [permission, holders.join(' ')])
  expect(Object.fromEntries(held)).toEqual(specifiedHolders)
})
