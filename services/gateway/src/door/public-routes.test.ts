import { routeUrl } from '@portal/contracts/route'
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
  expect(found).toMatchObject({ kind: 'route', route: { service: owned.service, name: owned.name } })
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
  expect(match('HEAD', '/api/documents')).toMatchObject({ kind: 'route', route: { name: 'listDocuments' } })
})

it('the upload alone may be larger than a megabyte', () => {
  const large = routes.flatMap(({ route }) => {
    const found = match(route.method, routeUrl(route, anyParams))
    return found.kind === 'route' && found.route.limits.bodyMaxBytes > 1024 * 1024 ? [found.route.name] : []
  })
  expect(large).toEqual(['uploadDocument'])
})

it('a question may take a minute, everything else ten seconds', () => {
  const found = match('POST', '/api/chat')
  expect(found).toMatchObject({ route: { limits: { deadlineMs: 60_000 }, audience: ['chat', 'documents'] } })
  expect(match('GET', '/api/documents')).toMatchObject({
    route: { limits: { deadlineMs: 10_000 }, audience: ['documents'] },
  })
})
