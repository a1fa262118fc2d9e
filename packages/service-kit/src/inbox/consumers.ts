import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import type { Telemetry } from '@portal/telemetry/telemetry'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Logger } from '../logger.ts'
import type { AudienceOf, Emit } from '../outbox/emit.ts'

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

/** What handles an event, in a transaction of its organization or of the platform. */
export interface Reaction {
  readonly as: 'tenant' | 'platform'
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/** One reaction of a service to one kind of event. */
export interface Consumer extends Reaction {
  readonly definition: EventDefinition
}

/** A reaction to all events in a consumer group of its own, so that neither delays the other's. */
export interface Follower extends Pick<Reaction, 'handle'> {
  /** Suffix of the consumer group: `audit` gives `master-admin-audit`. */
  readonly group: string
  readonly topics: readonly string[]
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

/**
 * How a consumer group, `service`, handles the events of its topics. What it emits is published by
 * `publisher`, by default itself.
 */
export interface Handling {
  readonly service: string
  readonly publisher?: string
  readonly audienceOf?: AudienceOf | undefined
  readonly topics: readonly string[]
  readonly reactionTo: (event: EventEnvelope) => Reaction | undefined
  readonly database: Database
  readonly log: Logger
  readonly telemetry?: Telemetry | undefined
}

type HandlingParts = Omit<Handling, 'topics' | 'reactionTo'>

/** Several reactions to one event share its transaction. Throws if they ask for different ones. */
export function handlingOf({
  consumers,
  ...parts
}: HandlingParts & { readonly consumers: readonly Consumer[] }): Handling {
  const byKind = Map.groupBy(consumers, ({ definition }) => kindOf(definition))
  const reactions = new Map([...byKind].map(([kind, ofKind]) => [kind, together(ofKind)]))
  return {
    ...parts,
    topics: [...new Set(consumers.map(({ definition }) => definition.source))],
    reactionTo: (event) => reactions.get(kindOf(event)),
  }
}

/** Like {@link handlingOf}, for a follower: as the platform role, emitting for its service. */
export function followingOf({ group, topics, handle }: Follower, parts: HandlingParts): Handling {
  const every: Reaction = { as: 'platform', handle }
  const { service: publisher } = parts
  return {
    ...parts,
    topics,
    publisher,
    service: followerGroup(publisher, { group }),
    reactionTo: () => every,
  }
}

function together(consumers: readonly Consumer[]): Reaction {
  const [as = 'tenant', other] = new Set(consumers.map((consumer) => consumer.as))
  if (other) throw new Error(`Reactions to ${consumers[0]?.definition.type} ask for different transactions.`)
  return {
    as,
    handle: async (scope, event) => {
      for (const consumer of consumers) await consumer.handle(scope, event)
    },
  }
}

function kindOf({ source, type }: { readonly source: string; readonly type: string }): string {
  return `${source}/${type}`
}
