import { chat } from '@portal/chat-service/service'
import type { ProxiedService } from '@portal/contracts/route'
import { documents } from '@portal/documents-service/service'
import { masterAdmin } from '@portal/master-admin-service/service'
import { consumersOf } from '@portal/service-kit/define-service'
import { type Consumer, type Follower, followerGroup } from '@portal/service-kit/inbox/consumers'
import { followingOf, type Handling, handlingOf } from '@portal/service-kit/inbox/receive'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { team } from '@portal/team-service/service'

/** What operators' commands need of a service. */
export interface OperableService {
  readonly name: ProxiedService
  readonly consumers: readonly Consumer[]
  readonly followers?: readonly Follower[]
  readonly republish?: readonly Republish[]
}

/** The services that consume events or own what others keep projections of. */
const services: Readonly<Record<ProxiedService, Omit<OperableService, 'name'>>> = {
  team,
  documents,
  chat,
  'master-admin': masterAdmin,
}

/** The service of this name. Throws one sentence that lists them all. */
export function operableService(name: string | undefined): OperableService {
  if (name === undefined || !isOperable(name)) {
    throw new Error(`There is no service "${name ?? ''}"; there are: ${Object.keys(services).join(', ')}.`)
  }
  return { ...services[name], name }
}

/** Who handles events under a name: a service, or a follower of one, as `master-admin-audit`. Throws one sentence that lists them all. */
export function operableHandler(name: string | undefined): {
  readonly service: ProxiedService
  readonly handling: (parts: Pick<Handling, 'database' | 'log'>) => Handling
} {
  for (const [service, { consumers, followers = [] }] of entries()) {
    if (name === service)
      return {
        service,
        handling: (parts) => handlingOf({ service, consumers: consumersOf({ consumers }), ...parts }),
      }
    const follower = followers.find((it) => name === followerGroup(service, it))
    if (follower) return { service, handling: (parts) => followingOf(follower, { service, ...parts }) }
  }
  const names = entries().flatMap(([service, { followers = [] }]) => [
    service,
    ...followers.map((it) => followerGroup(service, it)),
  ])
  throw new Error(`Nobody handles events as "${name ?? ''}"; there are: ${names.join(', ')}.`)
}

/** Safe because the table's keys are what its type says. */
function entries(): [ProxiedService, Omit<OperableService, 'name'>][] {
  return Object.entries(services) as [ProxiedService, Omit<OperableService, 'name'>][]
}

function isOperable(name: string): name is ProxiedService {
  return Object.hasOwn(services, name)
}
