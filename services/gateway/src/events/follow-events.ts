import { cacheDrop } from '@portal/contracts/cache-drops'
import type { EventEnvelope } from '@portal/contracts/events'
import { serviceApis } from '@portal/contracts/services'
import { teamEvents } from '@portal/contracts/team'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus, Subscription } from '@portal/service-kit/ports/event-bus'
import { retry } from '@portal/service-kit/sleep'
import type { AccessEnding } from '../caller/access-ending.ts'
import type { People } from '../people/people.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { EventStreams } from './event-streams.ts'

/** What is told about events. */
export interface FollowOptions {
  readonly bus: EventBus
  readonly people: People
  readonly ending: AccessEnding
  readonly sessions: SessionStore
  readonly streams: EventStreams
  readonly logger: Logger
}

const topics = ['gateway', ...Object.keys(serviceApis)]
const pauses = { firstMs: 200, maxMs: 5000 }

/**
 * Follows all events from now on: changes of people and memberships drop what this instance remembers, sessions ended elsewhere are dropped
 * here, and browsers hear what concerns them. An event broker that is away at the start is tried again; people can work meanwhile.
 */
export function followEvents(options: FollowOptions): Subscription {
  const halt = new AbortController()
  const following = retry(() => options.bus.tail({ topics, handle: (event) => take(event, options) }), {
    ...pauses,
    halted: halt.signal,
    failed: (error, attempt) => {
      if (attempt === 1) options.logger.warn({ err: error }, 'the event bus does not answer, trying again')
    },
  })
  return {
    stop: async () => {
      halt.abort()
      await (await following)?.stop()
    },
  }
}

function take(event: EventEnvelope, options: FollowOptions): void {
  const { people, sessions, streams } = options
  const { userId } = event.data
  const drop = cacheDrop(event.type)
  if (drop === 'session') sessions.forget(event.subject)
  if (drop === 'organization') people.dropOrganization(event.organizationid ?? null)
  if (drop === 'person' && typeof userId === 'string') {
    people.drop(userId)
    if (endsAccess(event)) endAccess(userId, options)
  }
  streams.publish(event)
}

/** A person was removed or disabled just now: the next request would end their access, but it may never come. */
function endsAccess({ type, data, republished }: EventEnvelope): boolean {
  if (republished) return false
  return (
    type === teamEvents.memberRemoved.type ||
    (type === teamEvents.personChanged.type && data.isDisabled === true)
  )
}

function endAccess(userId: string, { ending, logger }: FollowOptions): void {
  ending.endByEvent(userId).catch((error: unknown) => {
    logger.warn({ err: error, userId }, 'access was not ended by the event; the next request ends it')
  })
}
