import { documentsApi } from '@portal/contracts/documents'
import type { permissions } from '@portal/contracts/permissions'
import { route, routeUrl } from '@portal/contracts/route'
import { allRoutes } from '@portal/contracts/services'
import { expect, it } from 'vitest'
import { compileRoutes } from './public-routes.ts'

const match = compileRoutes()
const anyParams = new Proxy({}, { get: () => '0192f0c1-0000-7000-8000-000000000000' })
const routes = allRoutes()

it.each(
  routes
    .filter(({ route }) => route.isPublicPath)
    .map((owned) => [owned.route.method, owned.route.path, owned] as const),
)('%s %s leads to its service', (method, _, owned) => {
  const found = match(method, routeUrl(owned.route, anyParams))
  expect(found).toMatchObject({ kind: 'route', route: { service: owned.service, contract: owned.route } })
})

it('no internal route is reachable', () => {
  const internal = routes.filter(({ route }) => !route.isPublicPath)
  expect(internal.length).toBeGreaterThan(0)
  for (const { route } of internal)
    expect(match(route.method, routeUrl(route, anyParams))).toEqual({ kind: 'unknown' })
})

it('a known path with a method that it lacks names those that it has', () => {
  expect(match('PUT', '/api/documents')).toEqual({ kind: 'wrong-method', methods: ['GET', 'POST'] })
})

it('HEAD is answered by GET', () => {
  expect(match('HEAD', '/api/documents')).toMatchObject({
    kind: 'route',
    route: { contract: documentsApi.listDocuments },
  })
})

it('uploads alone may be larger than a megabyte', () => {
  const large = routes.flatMap(({ name, route }) => {
    const found = match(route.method, routeUrl(route, anyParams))
    return found.kind === 'route' && found.route.limits.bodyMaxBytes > 1024 * 1024 ? [name] : []
  })
  const pictures = ['changeOwnPicture', 'changeLogo']
  expect(large).toEqual([...pictures, 'uploadDocument', 'createVersion'])
})

it('a question may take a minute, everything else ten seconds', () => {
  const found = match('POST', '/api/chat')
  expect(found).toMatchObject({ route: { limits: { deadlineMs: 60_000 }, audience: ['chat', 'documents'] } })
  expect(match('GET', '/api/documents')).toMatchObject({
    route: { limits: { deadlineMs: 10_000 }, audience: ['documents'] },
  })
})

it('a new route has the rate limit, the bearer rule and the deadline that it declares', () => {
  const guess = route('POST', '/api/guesses', {
    can: 'signed-in',
    summary: 'Guess',
    limit: 'join-code',
    bearer: false,
    deadlineMs: 3000,
  })
  const find = compileRoutes([{ service: 'team', name: 'guess', route: guess }])
  expect(find('POST', '/api/guesses')).toMatchObject({
    route: { contract: { limit: 'join-code', bearer: false }, limits: { deadlineMs: 3000 } },
  })
})

it('what searches documents, members, one’s conversations or whole audit trails is limited as searches are', () => {
  const limited = routes
    .filter(({ route: { limit } }) => limit === 'search')
    .map(({ name, route: { limitWith } }) => (limitWith === null ? name : `${name} with ${limitWith}`))
  const trails = ['listAudit', 'exportAudit', 'listPlatformAudit', 'exportPlatformAudit']
  expect(limited.sort()).toEqual(
    [
      ...[...trails, 'listMembers', 'listConversations'].map((name) => `${name} with q`),
      ...['searchPassages', 'verifyAudit', 'verifyPlatformAudit'],
    ].sort(),
  )
})

it('join codes are looked up under a limit of their own, and nothing else is', () => {
  const limited = routes.filter(({ route: { limit } }) => limit === 'join-code').map(({ name }) => name)
  expect(limited.sort()).toEqual(['joinOrganization', 'organizationByCode'])
})

/** Decisions 14 and 58, written out: what makes somebody a member, */
const joins: readonly string[] = ['team.acceptInvitation', 'team.createOrganization', 'team.joinOrganization']
/** and what grants a role or access. */
const grantsAccess: readonly string[] = [
  'member:change-role',
  'member:assign-departments',
  'invitation:create',
  'invitation:manage',
  'organization:manage-join-code',
] satisfies (keyof typeof permissions)[]

it('a bearer token alone deletes nothing and grants nobody a role or access', () => {
  const forbidden = routes.filter(
    ({ service, name, route: { method, can, isPublicPath } }) =>
      isPublicPath &&
      (method === 'DELETE' || grantsAccess.includes(can) || joins.includes(`${service}.${name}`)),
  )
  expect(forbidden.length).toBeGreaterThan(11)
  expect(forbidden.filter(({ route: { bearer } }) => bearer)).toEqual([])
})
