import type { Permission, PermissionOf } from '@portal/contracts/permissions'
import type { RouteTable } from '@portal/contracts/route'
import type { ServiceName } from '@portal/contracts/services'
import type { TransactionHandle } from './database/connection-slot.ts'
import type { Migrations } from './database/migrate.ts'
import type { Consumer, Follower } from './inbox/consumers.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import type { Job } from './jobs/job.ts'
import type { Logger } from './logger.ts'
import type { Republish } from './outbox/republish.ts'
import { purgeOnRequest } from './purge/purge-on-request.ts'
import type { Verbs } from './verb.ts'

/** What start and housekeeping of a service may use: its ports and the platform's transaction, with job queues of any organization. */
export interface StartScope<Ports> {
  readonly ports: Ports
  platformTx<T>(
    work: (db: TransactionHandle, enqueueFor: (organizationId: number) => Enqueue) => Promise<T>,
  ): Promise<T>
}

/** What the hourly tidying of a service may use. */
export interface HousekeepingScope<Ports> extends StartScope<Ports> {
  readonly log: Logger
}

/** What work beside requests and events may use. `onHandled` calls after each event that this process handled; it returns how to stop. */
export interface BackgroundScope<Ports> extends HousekeepingScope<Ports> {
  onHandled(look: () => void): () => void
}

/** Everything that makes up a service; its only wiring. `Ports` is what it needs from outside. */
export interface ServiceDefinition<Api extends RouteTable, Ports> {
  readonly name: ServiceName
  readonly api: Api
  readonly verbs: Verbs<Api, Ports, Permission>
  readonly consumers: readonly Consumer[]
  /** Reactions to everything that is told, each in a group of its own. */
  readonly followers?: readonly Follower[]
  readonly jobs: readonly Job<Ports>[]
  /** How it tells again what it owns, for others' projections; in this order. */
  readonly republish?: readonly Republish[]
  readonly migrations: Migrations
  /**
   * Brings engines and rows together: runs after migration, before the service is ready. While it throws EngineUnavailable the service
   * serves without it and tries again.
   */
  readonly start?: (scope: StartScope<Ports>) => Promise<void>
  /** Runs every hour beside the kit's own housekeeping, in every replica: what it does twice does no harm. */
  readonly housekeeping?: (scope: HousekeepingScope<Ports>) => Promise<void>
  /** Works in every replica for as long as the service runs; `stop` resolves after the work at hand. */
  readonly background?: (scope: BackgroundScope<Ports>) => { stop(): Promise<void> }
  /** Largest file of a multipart body, in bytes; none by default. */
  readonly uploadBytesMax?: number
}

/** Everything that a service reacts to: its own consumers, and what every service does when an organization is deleted. */
export function consumersOf(definition: { readonly consumers: readonly Consumer[] }): readonly Consumer[] {
  return [purgeOnRequest, ...definition.consumers]
}

/** A definition whose routes and verbs name permissions of the service's own entities alone. */
export interface OwnDefinition<Api extends RouteTable<Name>, Ports, Name extends ServiceName>
  extends Omit<ServiceDefinition<Api, Ports>, 'name' | 'verbs'> {
  readonly name: Name
  readonly verbs: Verbs<Api, Ports, PermissionOf<Name>>
}

/** Declares a service; another service's permission does not compile. Nothing runs before `startService`. */
export function defineService<Api extends RouteTable<Name>, Ports, Name extends ServiceName>(
  definition: OwnDefinition<Api, Ports, Name>,
): ServiceDefinition<Api, Ports> {
  return definition
}
