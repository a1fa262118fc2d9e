import type { PassportClaims } from '@portal/contracts/passport'
import { type Permission, type Role, roleCan } from '@portal/contracts/permissions'
import { CodedError } from './coded-error.ts'
import type { TransactionHandle } from './database/connection-slot.ts'
import type { Database, TransactionKind } from './database/open-database.ts'
import type { Attempt } from './idempotency/once.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import { enqueuer } from './jobs/enqueue.ts'
import type { Logger } from './logger.ts'
import { type Emit, emitter } from './outbox/emit.ts'

/** Runs inside a transaction: its handle, outbox writer and job queue are valid only there. */
export type Work<T> = (db: TransactionHandle, emit: Emit, enqueue: Enqueue) => Promise<T>

/** The same inside a platform transaction, with the job queues of all organizations. */
export type PlatformWork<T> = (
  db: TransactionHandle,
  emit: Emit,
  enqueueFor: (organizationId: number) => Enqueue,
) => Promise<T>

/** What a verb may use to serve one request. `Granted` are the permissions it may check. */
export interface Context<Ports, Granted extends Permission = never> {
  readonly requestId: string
  /** The person, or the calling service. Throws `unauthorized` for a visitor. */
  readonly personId: string
  /** From the session, never from the request. Throws `forbidden` for a person without one. */
  readonly organizationId: number
  readonly hasOrganization: boolean
  /** Public id of the session or token behind the request; null for a visitor. */
  readonly sessionId: string | null
  readonly role: Role | null
  readonly departments: readonly number[]
  readonly isOperator: boolean
  /** The caller's passport, to forward to a service in its audience. */
  readonly passport: string
  readonly ports: Ports
  readonly log: Logger
  /** Aborts on disconnect of the caller or at the service's deadline. */
  readonly signal: AbortSignal
  /** Lower-case names, such as `x-total-count`. */
  readonly responseHeaders: Map<string, string>
  /**
   * Streams the body of a route without `returns` once the verb has ended. An error on the way cuts
   * the connection, so that a truncated body is never taken for a complete one.
   */
  streamResponse(content: AsyncIterable<string>): void
  /** Sends the response with status 503 instead of the route's. */
  respondUnavailable(): void
  /** Whether the role grants the permission. A property, for strict checking of its parameter. */
  readonly can: (permission: Granted) => boolean
  /** The caller's Idempotency-Key for this POST, to forward to a service that acts for this one. */
  readonly idempotencyKey: string | null
  /**
   * Stores `response` with the commit of `db`, so that a retry under the same key gets it without
   * acting again. Mandatory in transactions that emit events. Returns it.
   */
  respond<T>(db: TransactionHandle, response: T): T
  /**
   * Forwards another service's `x-portal-wrote`, so that the caller's next request also waits for
   * those projections (decision 62).
   */
  passOnWrites(header: string | null): void
  /** A transaction in the caller's organization; read-only for a GET. */
  tx<T>(work: Work<T>): Promise<T>
  /**
   * A platform transaction on the service's platform tables; events and jobs must name their
   * organization. Read-only for a GET unless `kind` says otherwise.
   */
  platformTx<T>(work: PlatformWork<T>, kind?: TransactionKind): Promise<T>
}

/**
 * What a context is made of. `wrote` collects the events of the request (decision 62). Logger and
 * signal are lazy: each costs as much as the routing, and most verbs need neither.
 */
export interface ContextParts<Ports> {
  readonly service: string
  readonly database: Database
  readonly ports: Ports
  readonly requestId: string
  readonly claims: PassportClaims | null
  readonly passport: string
  readonly log: () => Logger
  readonly signal: () => AbortSignal
  readonly wrote: string[]
  readonly responseHeaders: Map<string, string>
  readonly stream: { content: AsyncIterable<string> | null; isUnavailable: boolean }
  /** A GET: Postgres refuses its writes. */
  readonly isReadOnly: boolean
  readonly idempotencyKey: string | null
  /** Present while the request runs under an idempotency key. */
  readonly attempt: Attempt | null
  /** Serializes a response. */
  readonly present: (response: unknown) => string | null
}

/** The context of one request, created before its verb runs. */
export function createContext<Ports>(parts: ContextParts<Ports>): Context<Ports, Permission> {
  return new RequestContext(parts)
}

/** A class, because per-request getters and closures cost a tenth of a request. */
class RequestContext<Ports> implements Context<Ports, Permission> {
  readonly #parts: ContextParts<Ports>

  constructor(parts: ContextParts<Ports>) {
    this.#parts = parts
  }

  get requestId(): string {
    return this.#parts.requestId
  }

  get personId(): string {
    const { claims } = this.#parts
    if (!claims) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
    return claims.sub
  }

  get organizationId(): number {
    const organizationId = this.#parts.claims?.org
    if (organizationId == null) throw new CodedError('forbidden', 'You do not belong to an organization yet.')
    return organizationId
  }

  get hasOrganization(): boolean {
    return this.#parts.claims?.org != null
  }

  get sessionId(): string | null {
    return this.#parts.claims?.sid ?? null
  }

  get role(): Role | null {
    return this.#parts.claims?.role ?? null
  }

  get departments(): readonly number[] {
    return this.#parts.claims?.departments ?? []
  }

  get isOperator(): boolean {
    return this.#parts.claims?.operator ?? false
  }

  get passport(): string {
    return this.#parts.passport
  }

  get ports(): Ports {
    return this.#parts.ports
  }

  get log(): Logger {
    return this.#parts.log()
  }

  get signal(): AbortSignal {
    return this.#parts.signal()
  }

  get responseHeaders(): Map<string, string> {
    return this.#parts.responseHeaders
  }

  streamResponse(content: AsyncIterable<string>): void {
    this.#parts.stream.content = content
  }

  respondUnavailable(): void {
    this.#parts.stream.isUnavailable = true
  }

  can(permission: Permission): boolean {
    return roleCan(this.role, permission)
  }

  get idempotencyKey(): string | null {
    return this.#parts.idempotencyKey
  }

  respond<T>(db: TransactionHandle, response: T): T {
    this.#parts.attempt?.respond(db, this.#parts.present(response))
    return response
  }

  passOnWrites(header: string | null): void {
    if (header !== null) this.#parts.wrote.push(...header.split(',').filter((token) => token !== ''))
  }

  tx<T>(work: Work<T>): Promise<T> {
    const { database, service: source, wrote, isReadOnly } = this.#parts
    const { organizationId } = this
    const actorId = this.#actorId
    return this.#transact(
      (db) =>
        work(
          db,
          emitter(db, { source, organizationId, wrote, actorId }),
          enqueuer(db, { organizationId, actorId }),
        ),
      (run) => database.tenantTx(organizationId, run, { isReadOnly }),
    )
  }

  platformTx<T>(work: PlatformWork<T>, kind?: TransactionKind): Promise<T> {
    const { database, service: source, wrote, isReadOnly } = this.#parts
    const actorId = this.#actorId
    return this.#transact(
      (db) =>
        work(db, emitter(db, { source, organizationId: null, wrote, actorId }), (organizationId) =>
          enqueuer(db, { organizationId, actorId }),
        ),
      (run) => database.platformTx(run, kind ?? { isReadOnly }),
    )
  }

  #transact<T>(
    work: (db: TransactionHandle) => Promise<T>,
    transaction: (run: (db: TransactionHandle) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const { attempt, wrote } = this.#parts
    return attempt ? attempt.transact(transaction, { work, wrote }) : transaction(work)
  }

  /** Null for a calling service: the cause of what it emits lies elsewhere. */
  get #actorId(): string | null {
    const { claims } = this.#parts
    return claims?.kind === 'person' ? claims.sub : null
  }
}
