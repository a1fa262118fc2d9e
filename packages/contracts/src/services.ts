import { chatApi } from './chat.ts'
import { documentsApi } from './documents.ts'
import type { Route, RouteTable, ServiceName } from './route.ts'
import { teamApi } from './team.ts'

/** Every route table by its owning service: what the gateway proxies and the generated suites walk through. */
export const serviceApis: Readonly<Record<Exclude<ServiceName, 'gateway'>, RouteTable>> = {
  team: teamApi,
  documents: documentsApi,
  chat: chatApi,
}

/** A route with its owner and name. */
export interface OwnedRoute {
  readonly service: ServiceName
  readonly name: string
  readonly route: Route
}

/** All routes of all services, internal ones included. */
export function allRoutes(): OwnedRoute[] {
  return Object.entries(serviceApis).flatMap(([service, api]) =>
    Object.entries(api).map(([name, route]) => ({ service: service as ServiceName, name, route })),
  )
}
