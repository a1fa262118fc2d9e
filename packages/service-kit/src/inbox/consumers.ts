import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Logger } from '../logger.ts'
import type { Emit } from '../outbox/emit.ts'

/** What a handler works with: one transaction, in the event's organization, which also records that the event was handled. */
export interface ConsumerScope {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly enqueue: Enqueue
  readonly organizationId: number | null
  readonly log: Logger
}

/** An event as its handler gets it; `data` is parsed by the definition. */
export interface ReceivedEvent<D extends EventDefinition> {
  readonly id: string
  readonly subject: string
  readonly time: string
  /** Nothing happened: a present state is told again, for projections; who counts or records what happened leaves it out. */
  readonly isRepublished: boolean
  readonly data: z.output<D['data']>
}

/** One reaction of a service to one kind of event. */
export interface Consumer {
  readonly definition: EventDefinition
  readonly as: 'tenant' | 'platform'
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/** A reaction to everything that is told, in a group of its own: it neither holds up the service's other reactions nor is held up by them. */
export interface Follower {
  /** Completes the service's name to the name of the consumer group, as `audit` to `master-admin-audit`. */
  readonly group: string
  readonly topics: readonly string[]
  /** Runs as the platform role, in one transaction with the note that the event was handled. */
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/** The name of a follower's consumer group; its notes and dead letters stand under it. */
export function followerGroup(service: string, follower: Pick<Follower, 'group'>): string {
  return `${service}-${follower.group}`
}

/**
 * Declares a reaction. The handler runs in a transaction of the event's organization (of the platform role for platform events, or when
 * declared `as: 'platform'`); its effect and the note that the event was handled commit together, so a repeated delivery has no effect.
 * It does no network work: what takes long is enqueued.
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
