import { permissions, roles } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary, type IsolatedPortal, newOrganization, startIsolatedPortal } from './isolated-portal.ts'
import { isLetIn, judgeRoute, principals } from './judge-route.ts'
import { sampledRoutes, specifiedHolders } from './route-samples.ts'
import type { Alter } from './start-services.ts'

/** Routes whose verb repeats the check: they stay closed without the route's permission. */
const guardedTwice = [
  // packages/contracts/src/role-policy.ts consults the permission table again.
  'team.changeRole',
  'team.assignDepartments',
  'team.removeMember',
]

/** Routes that refuse some signed-in principal: removing the check must show. */
const checked = sampledRoutes().filter(
  ({ route }) =>
    route.can !== 'service' && principals.slice(1).some((principal) => !isLetIn(route, principal)),
)
/**
 * Routes open to every role refuse only people without organization, to whom row security shows
 * nothing.
 */
const onlyMembers = checked.filter(({ route }) => roles.every((role) => isLetIn(route, role)))

let portal: IsolatedPortal

beforeAll(async () => {
  portal = await startIsolatedPortal(withoutChecks)
}, 120_000)
afterAll(() => portal[Symbol.asyncDispose]())

/** The service with its routes open to everyone signed in and its verbs unchanged. */
const withoutChecks: Alter = (definition) => {
  const open = Object.entries(definition.api).map(([name, route]) => [name, opened(route)])
  return { ...definition, api: Object.fromEntries(open) }
}

function opened(route: Route): Route {
  return route.can === 'service' || route.can === 'public' ? route : { ...route, can: 'signed-in' }
}

const twice = checked.filter(({ service, name }) => guardedTwice.includes(`${service}.${name}`))
const refusable = checked.filter((sampled) => !onlyMembers.includes(sampled) && !twice.includes(sampled))

/** Accepted requests change or delete their organizations, so each route gets its own pair. */
async function freshPair(): Promise<IsolatedPortal> {
  const mine = await newOrganization(portal.services, 'Mine')
  return { ...portal, mine, theirs: await newOrganization(portal.services, canary) }
}

describe('a permission check that is taken away', () => {
  it.each(refusable)('turns the matrix red: $service: $name', async (sampled) => {
    const pair = await freshPair()
    const refused = principals.filter((other) => other !== 'anonymous' && !isLetIn(sampled.route, other))
    const cells = await Promise.all(refused.map((principal) => judgeRoute(pair, sampled, principal)))
    expect(cells.flat().filter(({ wrong }) => wrong !== null)).not.toEqual([])
  })

  it.each(onlyMembers)('gives who has no organization nothing of any: $service: $name', async (sampled) => {
    const cells = await judgeRoute(await freshPair(), sampled, 'no organization')
    for (const { wrong } of cells) expect(wrong ?? '').not.toContain('shows theirs')
  })

  it.each(twice)('still meets the rule of the verb: $service: $name', async (sampled) => {
    const cells = await judgeRoute(await freshPair(), sampled, 'team_member')
    expect(cells.find(({ ids }) => ids === 'own')?.wrong).toBeNull()
  })
})

it('the permission table is the one that the specification and the decisions write', () => {
  const table = Object.entries(permissions).map(([permission, holders]) => [permission, holders.join(' ')])
  expect(Object.fromEntries(table)).toEqual(specifiedHolders)
})
