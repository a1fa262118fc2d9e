import { cacheDrop } from '@portal/contracts/cache-drops'
import type { EventEnvelope } from '@portal/contracts/events'
import { eventTopics } from '@portal/contracts/services'
import { teamEvents } from '@portal/contracts/team'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus, Subscription } from '@portal/service-kit/ports/event-bus'
import { retry } from '@portal/service-kit/sleep'
import type { CredentialRevoker } from '../authentication/credential-revoker.ts'
import type { SessionStore } from '../authentication/session-store.ts'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import type { EventStreams } from './event-streams.ts'

interface FollowOptions {
  readonly bus: EventBus
  readonly people: IdentityClient
  readonly revoker: CredentialRevoker
  readonly sessions: SessionStore
  readonly streams: EventStreams
  readonly logger: Logger
}

/**
 * Follows all events from now on: drops stale facts from this instance's caches, revokes what an
 * event invalidates, and notifies browsers. A broker that is away at the start is tried again.
 */
export function followEvents(options: FollowOptions): Subscription {
  const halt = new AbortController()
  const following = retry(
    () => options.bus.tail({ topics: [...eventTopics], handle: (event) => take(event, options) }),
    {
      ...{ firstMs: 200, maxMs: 5000 },
      halted: halt.signal,
      failed: (error, attempt) => {
        if (attempt === 1) options.logger.warn({ err: error }, 'the event bus does not answer, trying again')
      },
    },
  )
  return {
    stop: async () => {
      halt.abort()
      await (await following)?.stop()
    },
  }
}

function take(event: EventEnvelope, options: FollowOptions): void {
  const { people, sessions, streams } = options
  const { organizationid: organizationId } = event
  const { userId } = event.data
  const drop = cacheDrop(event.type)
  if (drop === 'session') sessions.forget(event.subject)
  if (drop === 'organization' && organizationId !== undefined) people.dropOrganization(organizationId)
  if (drop === 'person' && typeof userId === 'string') {
    people.drop(userId)
    if (revokesCredentials(event)) revoke(userId, options)
  }
  streams.publish(event)
}

/**
 * Whether a person was removed or disabled. Their next request would notice, but there may be none.
 */
function revokesCredentials({ type, data, republished }: EventEnvelope): boolean {
  if (republished) return false
  return (
    type === teamEvents.memberRemoved.type ||
    (type === teamEvents.personChanged.type && data.isDisabled === true)
  )
}

function revoke(userId: string, { revoker, logger }: FollowOptions): void {
  const message = 'credentials were not revoked by the event; the next request revokes them'
  revoker.revokeByEvent(userId).catch((error: unknown) => logger.warn({ err: error, userId }, message))
}
