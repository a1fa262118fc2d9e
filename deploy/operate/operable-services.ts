import { type ProxiedService, proxiedServices } from '@portal/contracts/services'
import { ownGroups } from '@portal/gateway-service/events/own-events'
import { consumersOf } from '@portal/service-kit/define-service'
import { followerGroup, followingOf, type Handling, handlingOf } from '@portal/service-kit/inbox/consumers'
import { loadDefinition } from '../standalone/load-part.ts'
import type { ConsumerGroup } from './backup/record-events.ts'

/** The named service and its republishing. Throws a sentence if unknown or without own data. */
export async function republishingService(name: string | undefined) {
  const known = proxiedServices.find((service) => service === name)
  if (!known)
    throw new Error(`There is no service "${name ?? ''}"; there are: ${proxiedServices.join(', ')}.`)
  const { republish } = await loadDefinition(known)
  if (!republish) throw new Error(`${known} owns nothing that other services keep.`)
  return { name: known, republish }
}

/** A consumer of events: a service, or one of its followers. */
interface EventHandler {
  readonly name: string
  readonly service: ProxiedService
  readonly handling: (parts: Pick<Handling, 'database' | 'log'>) => Handling
}

/** The named handler, such as `team` or `master-admin-audit`. Throws a sentence listing all. */
export async function eventHandler(name: string | undefined): Promise<EventHandler> {
  const handlers = (await Promise.all(proxiedServices.map(handlersOf))).flat()
  const found = handlers.find((handler) => handler.name === name)
  if (found) return found
  const names = handlers.map((handler) => handler.name).join(', ')
  throw new Error(`Nobody handles events as "${name ?? ''}"; there are: ${names}.`)
}

/** Every consumer group of the gateway, of services and followers, and what it follows. */
export async function consumerGroups(): Promise<readonly ConsumerGroup[]> {
  const ofEach = proxiedServices.map(async (service) => {
    const { consumers, followers = [] } = await loadDefinition(service)
    const sources = consumersOf({ consumers }).map(({ definition }) => definition.source)
    const own = { group: service, topics: [...new Set(sources)] }
    const following = followers.map((follower) => {
      return { group: followerGroup(service, follower), topics: follower.topics }
    })
    return [own, ...following]
  })
  return [...ownGroups, ...(await Promise.all(ofEach)).flat()]
}

async function handlersOf(service: ProxiedService): Promise<EventHandler[]> {
  const { audienceOf, consumers, followers = [] } = await loadDefinition(service)
  const own: EventHandler = {
    name: service,
    service,
    handling: (parts) => handlingOf({ service, audienceOf, consumers: consumersOf({ consumers }), ...parts }),
  }
  const following = followers.map(
    (follower): EventHandler => ({
      name: followerGroup(service, follower),
      service,
      handling: (parts) => followingOf(follower, { service, ...parts }),
    }),
  )
  return [own, ...following]
}
