import { analyticsApi } from './analytics.ts'
import { assistantApi } from './answer-stream.ts'
import { documentsApi } from './documents.ts'
import { gatewayApi } from './gateway.ts'
import { marketingApi } from './marketing.ts'
import { masterAdminApi } from './master-admin.ts'
import type { Route, RouteTable } from './route.ts'
import { teamApi } from './team.ts'

/**
 * The one list of services behind the gateway, each with its route table, in the order in which
 * they start. The gateway, the compositions, the topics of events and the generated suites read it;
 * each lives in `services/<name>`.
 */
export const serviceApis = {
  team: teamApi,
  documents: documentsApi,
  chat: assistantApi,
  'master-admin': masterAdminApi,
  analytics: analyticsApi,
  marketing: marketingApi,
} as const satisfies Readonly<Record<string, RouteTable>>

/** A service behind the gateway. */
export type ProxiedService = keyof typeof serviceApis

/** The services that own routes; also the audiences of a passport and the topics of events. */
export type ServiceName = 'gateway' | ProxiedService

/** The names of the services, in the list's order. Safe because the keys are what the type says. */
export const proxiedServices = Object.keys(serviceApis) as readonly ProxiedService[]

/** The topics of all events: each service publishes to the one of its own name. */
export const eventTopics: readonly ServiceName[] = ['gateway', ...proxiedServices]

/** A route with its owner and name. */
export interface OwnedRoute {
  readonly service: ServiceName
  readonly name: string
  readonly route: Route
}

/** All routes of the gateway and of all services, internal ones included. */
export function allRoutes(): OwnedRoute[] {
  return Object.entries({ ...serviceApis, gateway: gatewayApi }).flatMap(([service, api]) =>
    Object.entries(api).map(([name, route]) => ({ service: service as ServiceName, name, route })),
  )
}

/** A value for each service behind the gateway. */
export function byService<Value>(
  make: (service: ProxiedService) => Value,
): Readonly<Record<ProxiedService, Value>> {
  // Safe because the entries are made from the list of the record's keys.
  return Object.fromEntries(proxiedServices.map((service) => [service, make(service)])) as Record<
    ProxiedService,
    Value
  >
}

/** The environment variable of a service's address, as TEAM_URL. */
export type ServiceUrlVariable<Service extends string = ProxiedService> =
  Service extends `${infer Word}-${infer Rest}`
    ? `${Uppercase<Word>}_${ServiceUrlVariable<Rest>}`
    : `${Uppercase<Service>}_URL`

/** The name of that variable. Safe because it repeats in code what the type says. */
export function serviceUrlVariable<Service extends ProxiedService>(
  service: Service,
): ServiceUrlVariable<Service> {
  return `${service.replaceAll('-', '_').toUpperCase()}_URL` as ServiceUrlVariable<Service>
}
