import type { RouteTable } from '@portal/contracts/route'
import { type ProxiedService, proxiedServices } from '@portal/contracts/services'
import { loadDefinition } from '@portal/deploy/standalone/load-part'
import type { ServiceDefinition } from '@portal/service-kit/define-service'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import {
  type ServiceUnderTest,
  startUnderTest,
  type UnderTestOptions,
} from '@portal/testkit/service-under-test'

/** Every service behind the gateway, running on one bus and trusting one passport office. */
export type StartedServices = Readonly<Record<ProxiedService, ServiceUnderTest>>

/** Each service's ports, given the addresses of the services started before it. */
export type PortsByService = Readonly<
  Partial<Record<ProxiedService, (urlOf: (name: ProxiedService) => string) => unknown>>
>

/** Alters a service's definition before it starts, for example without its checks. */
export type Alter = (definition: ServiceDefinition<RouteTable, unknown>) => typeof definition

/** Starts every service of the list; one that `ports` omits needs none. */
export async function startServices({
  ports,
  bus,
  alter = (definition) => definition,
}: {
  readonly ports: PortsByService
  readonly bus?: EventBus
  readonly alter?: Alter
}): Promise<StartedServices> {
  const started: Partial<Record<ProxiedService, ServiceUnderTest>> = {}
  const urlOf = (name: ProxiedService) => started[name]?.service.url ?? ''
  let shared: Pick<UnderTestOptions<unknown>, 'bus' | 'office'> = { ...(bus && { bus }) }
  for (const name of proxiedServices) {
    const definition = alter(await loadDefinition(name))
    const under = await startUnderTest(definition, { ports: ports[name]?.(urlOf) ?? {}, ...shared })
    started[name] = under
    shared = { bus: under.bus, office: under.office }
  }
  return complete(started)
}

/** Safe because the loop above sets every name of the list. */
function complete(started: Partial<StartedServices>): StartedServices {
  return started as StartedServices
}
