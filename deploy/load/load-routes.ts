import { gatewayApi, loginRoutes } from '@portal/contracts/gateway'
import type { Route } from '@portal/contracts/route'
import { serviceApis } from '@portal/contracts/services'
import type { RouteName } from './route-names.ts'

/** What a load has to know of a route. */
export type LoadRoute = Pick<Route, 'method' | 'path' | 'status' | 'isRepeatable' | 'deadlineMs'>

/** Every public route, by the name under which the load calls and measures it. */
export type LoadRoutes = Readonly<Record<RouteName, LoadRoute>>

/** Generated from the contracts at each start, for k6, which cannot import them. */
export function loadRoutes(): LoadRoutes {
  const tables = Object.entries({ ...serviceApis, gateway: { ...gatewayApi, ...loginRoutes } })
  const routes = tables.flatMap(([service, table]) =>
    Object.entries<Route>(table)
      .filter(([, route]) => route.isPublicPath)
      .map(([name, route]): [string, LoadRoute] => [`${service}.${name}`, pickLoadRoute(route)]),
  )
  // Safe because the names are made of the keys of the type; internal routes are called by nobody.
  return Object.fromEntries(routes) as LoadRoutes
}

function pickLoadRoute({ method, path, status, isRepeatable, deadlineMs }: Route): LoadRoute {
  return { method, path, status, isRepeatable, deadlineMs }
}
