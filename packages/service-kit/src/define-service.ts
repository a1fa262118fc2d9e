import type { Permission, PermissionOf } from '@portal/contracts/permissions'
import type { RouteTable } from '@portal/contracts/route'
import type { ServiceName } from '@portal/contracts/services'
import type { TransactionHandle } from './database/connection-slot.ts'
import type { Migrations } from './database/migrate.ts'
import { eraseOnRequest } from './erasure/erase-on-request.ts'
import type { PersonalData } from './erasure/personal-data.ts'
import type { Consumer, Follower } from './inbox/consumers.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import type { Job } from './jobs/job.ts'
import type { Logger } from './logger.ts'
import type { AudienceOf } from './outbox/emit.ts'
import type { Republish } from './outbox/republish.ts'
import { purgeOnRequest } from './purge/purge-on-request.ts'
import type { Measure } from './telemetry/measures.ts'
import type { Replays, Verbs } from './verb.ts'

/** What a service's background work may use. */
export interface ServiceScope<Ports> {
  readonly ports: Ports
  readonly log: Logger
  /** A platform transaction with the job queues of all organizations. */
  platformTx<T>(
    work: (db: TransactionHandle, enqueueFor: (organizationId: number) => Enqueue) => Promise<T>,
  ): Promise<T>
  /** Subscribes to this process's handled events. Returns how to unsubscribe. */
  onHandled(look: () => void): () => void
}

/** Declares a service and all its wiring. `Ports` is what it needs from outside. */
export interface ServiceDefinition<Api extends RouteTable, Ports> {
  readonly name: ServiceName
  readonly api: Api
  readonly verbs: Verbs<Api, Ports, Permission>
  /** What a repetition under an idempotency key gets; by default the stored response. */
  readonly replays?: Replays<Api, Ports, Permission>
  readonly consumers: readonly Consumer[]
  /** Reactions to every event, each in its own consumer group. */
  readonly followers?: readonly Follower[]
  readonly jobs: readonly Job<Ports>[]
  /** How it republishes what it owns for others' projections, in this order. */
  readonly republish?: readonly Republish[]
  /** What it keeps of people, and how that is erased; nothing by default. */
  readonly personal?: PersonalData<Ports>
  /** Whom its events concern, if not the whole organization. */
  readonly audienceOf?: AudienceOf
  readonly migrations: Migrations
  /**
   * Reconciles engines with rows: runs after migration, before readiness. On EngineUnavailable the
   * service starts regardless, and this is retried.
   */
  readonly start?: (scope: ServiceScope<Ports>) => Promise<void>
  /** Runs hourly in every replica beside the kit's own housekeeping, so it must be idempotent. */
  readonly housekeeping?: (scope: ServiceScope<Ports>) => Promise<void>
  /** Runs for the service's lifetime in every replica; `stop` waits for work in progress. */
  readonly background?: (scope: ServiceScope<Ports>) => { stop(): Promise<void> }
  /** What is counted of its events, by one of their fields that has few values. */
  readonly measures?: readonly Measure[]
  /** Largest file of a multipart body, in bytes; none by default. */
  readonly uploadBytesMax?: number
}

/** A service's own consumers, and the common reactions to deletions and erasures. */
export function consumersOf(definition: { readonly consumers: readonly Consumer[] }): readonly Consumer[] {
  return [purgeOnRequest, eraseOnRequest, ...definition.consumers]
}

/** A definition whose routes and verbs use only permissions of the service's own entities. */
export interface OwnDefinition<Api extends RouteTable<Name>, Ports, Name extends ServiceName>
  extends Omit<ServiceDefinition<Api, Ports>, 'name' | 'verbs' | 'replays'> {
  readonly name: Name
  readonly verbs: Verbs<Api, Ports, PermissionOf<Name>>
  readonly replays?: Replays<Api, Ports, PermissionOf<Name>>
}

/** Declares a service; another service's permission does not compile. Starts nothing. */
export function defineService<Api extends RouteTable<Name>, Ports, Name extends ServiceName>(
  definition: OwnDefinition<Api, Ports, Name>,
): ServiceDefinition<Api, Ports> {
  return definition
}
