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

/** What runs inside a transaction: the handle, the outbox writer and the job queue. None of them works outside it. */
export type Work<T> = (db: TransactionHandle, emit: Emit, enqueue: Enqueue) => Promise<T>

/** The same inside a transaction of the platform role, which has job queues of any organization. */
export type PlatformWork<T> = (
  db: TransactionHandle,
  emit: Emit,
  enqueueFor: (organizationId: number) => Enqueue,
) => Promise<T>

/**
 * What a verb knows and may do on behalf of one request. `Granted` are the
 * permissions that it may ask for: those of the service's own entities.
 */
export interface Context<Ports, Granted extends Permission = never> {
  readonly requestId: string
  /** The person's id; for a service passport the calling service. Throws `unauthorized` for a visitor. */
  readonly personId: string
  /** The organization of the session, never of the request. Throws `forbidden` for a person without one. */
  readonly organizationId: number
  readonly hasOrganization: boolean
  /** Public id of the session or token behind the request; null for a visitor. */
  readonly sessionId: string | null
  readonly role: Role | null
  readonly departments: readonly number[]
  readonly isOperator: boolean
  /** The caller's passport, to pass on to a service that it names. */
  readonly passport: string
  readonly ports: Ports
  readonly log: Logger
  /** Aborts when the caller went away or the service's deadline passed. */
  readonly signal: AbortSignal
  /** Headers for the answer, names in lower case, as `x-total-count`. */
  readonly answerHeaders: Map<string, string>
  /**
   * The answer of a route without `returns`: sent as it comes, after the verb has ended. What fails on the way cuts the connection, so that
   * nobody takes half an answer for a whole one.
   */
  answerWith(content: AsyncIterable<string>): void
  /** Sends the response with status 503 instead of the route's. */
  respondUnavailable(): void
  /** Whether the person's role holds the permission. A property, so that its parameter is checked strictly. */
  readonly can: (permission: Granted) => boolean
  /** The key under which the caller may repeat this POST, to pass on to a service that acts for this one. */
  readonly idempotencyKey: string | null
  /**
   * Makes `response` the response of this POST with the commit of `db`, so that a repetition under the same
   * key gets it and never acts again. Returns it. A transaction that emits events cannot do without.
   */
  respond<T>(db: TransactionHandle, response: T): T
  /**
   * Adds what another service wrote on this request's behalf, as its answer's header `x-portal-wrote` tells it, so that the caller's next
   * call waits for the projections of that, too (decision 62).
   */
  passOnWrites(header: string | null): void
  /** A transaction in the caller's organization. That of a GET cannot write. */
  tx<T>(work: Work<T>): Promise<T>
  /**
   * A transaction of the platform role, on the service's platform tables; its events and jobs name their organization themselves. That of
   * a GET cannot write, unless `kind` permits it.
   */
  platformTx<T>(work: PlatformWork<T>, kind?: TransactionKind): Promise<T>
}

/**
 * What a context is made of. `wrote` collects the events of the request (decision 62). Logger and signal are made when a verb first asks:
 * each costs as much as the routing, and most verbs need neither.
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
  readonly answerHeaders: Map<string, string>
  readonly stream: { content: AsyncIterable<string> | null; isUnavailable: boolean }
  /** A GET: Postgres refuses its writes. */
  readonly isReadOnly: boolean
  readonly idempotencyKey: string | null
  /** Present while the request runs under an idempotency key. */
  readonly attempt: Attempt | null
  /** A response as it is sent. */
  readonly present: (response: unknown) => string | null
}

/** Builds the context of one request. */
export function createContext<Ports>(parts: ContextParts<Ports>): Context<Ports, Permission> {
  return new RequestContext(parts)
}

/** A class, because getters and functions made anew for each request cost a tenth of it. */
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

  get answerHeaders(): Map<string, string> {
    return this.#parts.answerHeaders
  }

  answerWith(content: AsyncIterable<string>): void {
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

  /** Null for a service that calls another: what it emits was caused elsewhere. */
  get #actorId(): string | null {
    const { claims } = this.#parts
    return claims?.kind === 'person' ? claims.sub : null
  }
}
