import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Logger } from '../logger.ts'
import type { Emit } from '../outbox/emit.ts'

/** The transaction of one event in its organization; it also records that the event was handled. */
export interface ConsumerScope {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly enqueue: Enqueue
  readonly organizationId: number | null
  readonly log: Logger
}

/** An event, with `data` parsed by its definition. */
export interface ReceivedEvent<D extends EventDefinition> {
  readonly id: string
  readonly subject: string
  readonly time: string
  /** Current state resent for projections; handlers that count or record events skip it. */
  readonly isRepublished: boolean
  readonly data: z.output<D['data']>
}

/** One reaction of a service to one kind of event. */
export interface Consumer {
  readonly definition: EventDefinition
  readonly as: 'tenant' | 'platform'
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/** A reaction to all events in a consumer group of its own, so that neither delays the other's. */
export interface Follower {
  /** Suffix of the consumer group: `audit` gives `master-admin-audit`. */
  readonly group: string
  readonly topics: readonly string[]
  /** Runs as the platform role in the transaction that marks the event as handled. */
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/** The name of a follower's consumer group, also used by its inbox and dead letters. */
export function followerGroup(service: string, follower: Pick<Follower, 'group'>): string {
  return `${service}-${follower.group}`
}

/**
 * Declares a reaction, run in a transaction of the event's organization (of the platform for its
 * events or `as: 'platform'`) that also marks the event as handled: redelivery has no effect.
 * Handlers do no network work; they enqueue it.
 */
export function on<D extends EventDefinition>(
  definition: D,
  handler: (scope: ConsumerScope, event: ReceivedEvent<D>) => Promise<void>,
  options: { readonly as?: 'tenant' | 'platform' } = {},
): Consumer {
  return {
    definition,
    as: options.as ?? 'tenant',
    handle: (scope, { id, subject, time, data, republished }) => {
      const parsed = z.parse<D['data']>(definition.data, data)
      return handler(scope, { id, subject, time, isRepublished: republished ?? false, data: parsed })
    },
  }
}
