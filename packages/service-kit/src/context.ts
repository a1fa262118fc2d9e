import { memberCan } from '@portal/contracts/features'
import type { PassportClaims } from '@portal/contracts/passport'
import type { Permission, Role } from '@portal/contracts/permissions'
import { CodedError } from './coded-error.ts'
import type { TransactionHandle } from './database/connection-slot.ts'
import type { Database, PlatformTransactionKind } from './database/open-database.ts'
import type { EventsUntil } from './http/event-stream.ts'
import type { FileContent } from './http/file-response.ts'
import type { Attempt } from './idempotency/once.ts'
import type { Enqueue } from './jobs/enqueue.ts'
import { enqueuer } from './jobs/enqueue.ts'
import type { Logger } from './logger.ts'
import { type AudienceOf, type Emit, emitter } from './outbox/emit.ts'

/** Runs inside a transaction: its handle, outbox writer and job queue are valid only there. */
export type Work<T> = (db: TransactionHandle, emit: Emit, enqueue: Enqueue) => Promise<T>

/** The same inside a platform transaction, with the job queues of all organizations. */
export type PlatformWork<T> = (
  db: TransactionHandle,
  emit: Emit,
  enqueueFor: (organizationId: number) => Enqueue,
) => Promise<T>

/** What the verb adds to its response. `wrote` collects the events of the request (decision 62). */
export interface ResponseDraft {
  readonly wrote: string[]
  readonly headers: Map<string, string>
  content: AsyncIterable<string | Uint8Array> | null
  events: EventsUntil | null
  file: FileContent | null
  isUnavailable: boolean
}

/**
 * What a context is made of. Logger and signal are lazy: each costs as much as the routing, and
 * most verbs need neither.
 */
export interface ContextParts<Ports> {
  readonly service: string
  readonly audienceOf: AudienceOf | undefined
  readonly database: Database
  readonly ports: Ports
  readonly requestId: string
  readonly claims: PassportClaims | null
  readonly passport: string
  readonly log: () => Logger
  readonly signal: () => AbortSignal
  readonly draft: ResponseDraft
  /** A GET: Postgres refuses its writes. */
  readonly isReadOnly: boolean
  readonly idempotencyKey: string | null
  /** The `Last-Event-ID` of a reader of events. */
  readonly lastEventId: string | null
  /** Present while the request runs under an idempotency key. */
  readonly attempt: Attempt | null
  /** Serializes a response. */
  readonly present: (response: unknown) => string | null
}

/**
 * What a verb may use to serve one request. `Granted` are the permissions it may check. A class,
 * because per-request closures cost a tenth of a request.
 */
export class Context<Ports, in Granted extends Permission = never> {
  readonly #parts: ContextParts<Ports>
  readonly requestId: string
  readonly ports: Ports
  /** The caller's passport, to forward to a service in its audience. */
  readonly passport: string
  /** The caller's Idempotency-Key for this POST, to forward to a service that acts for this one. */
  readonly idempotencyKey: string | null
  /** Id of the last event that the reader has seen; 0 if there is none, or it is not a number. */
  readonly lastEventId: number
  /** Public id of the session or token behind the request; null for a visitor. */
  readonly sessionId: string | null
  readonly role: Role | null
  readonly departments: readonly number[]
  /** What the caller's organization has switched off. */
  readonly featuresOff: readonly string[]
  readonly isOperator: boolean
  /** Lower-case names, such as `x-total-count`. */
  readonly responseHeaders: Map<string, string>

  constructor(parts: ContextParts<Ports>) {
    const { claims } = parts
    this.#parts = parts
    this.requestId = parts.requestId
    this.ports = parts.ports
    this.passport = parts.passport
    this.idempotencyKey = parts.idempotencyKey
    this.lastEventId = /^\d{1,9}$/.test(parts.lastEventId ?? '') ? Number(parts.lastEventId) : 0
    this.sessionId = claims?.sid ?? null
    this.role = claims?.role ?? null
    this.departments = claims?.departments ?? []
    this.featuresOff = claims?.featuresOff ?? []
    this.isOperator = claims?.operator ?? false
    this.responseHeaders = parts.draft.headers
  }

  /** The person, or the calling service. Throws `unauthorized` for a visitor. */
  get personId(): string {
    const { claims } = this.#parts
    if (!claims) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
    return claims.sub
  }

  /** From the session, never from the request. Throws `forbidden` for a person without one. */
  get organizationId(): number {
    const organizationId = this.#parts.claims?.org
    if (organizationId == null)
      throw new CodedError(
        'forbidden',
        'You do not belong to an organization yet. Create one, or join with its link.',
      )
    return organizationId
  }

  get log(): Logger {
    return this.#parts.log()
  }

  /** Aborts on disconnect of the caller or at the service's deadline. */
  get signal(): AbortSignal {
    return this.#parts.signal()
  }

  /** Whether the role grants the permission, and its feature is not switched off. */
  can(permission: Granted): boolean {
    return memberCan(this, permission)
  }

  /**
   * Streams the body of a route without `returns` once the verb has ended. An error on the way cuts
   * the connection, so that a truncated body is never taken for a complete one.
   */
  streamResponse(content: AsyncIterable<string | Uint8Array>): void {
    this.#parts.draft.content = content
  }

  /**
   * Sends server-sent events as the response of a route with `events`, until they end or their
   * reader leaves; an error on the way becomes the event `error`. Comments keep the connection open
   * in between.
   */
  streamEvents(events: EventsUntil): void {
    this.#parts.draft.events = events
  }

  /** Sends a file, or the range of it that was asked for, as the body of a route that streams. */
  sendFile(file: FileContent): void {
    this.#parts.draft.file = file
  }

  /** Sends the response with status 503 instead of the route's. */
  respondUnavailable(): void {
    this.#parts.draft.isUnavailable = true
  }

  /**
   * Stores `response` with the commit of `db`, so that a retry under the same key gets it without
   * acting again. Mandatory in transactions that emit events. Returns it.
   */
  respond<T>(db: TransactionHandle, response: T): T {
    this.#parts.attempt?.respond(db, this.#parts.present(response))
    return response
  }

  /**
   * Forwards another service's `x-portal-wrote`, so that the caller's next request also waits for
   * those projections (decision 62).
   */
  passOnWrites(header: string | null): void {
    if (header !== null) this.#parts.draft.wrote.push(...header.split(',').filter((token) => token !== ''))
  }

  /** A transaction in the caller's organization; read-only for a GET. */
  tx<T>(work: Work<T>): Promise<T> {
    const { database, isReadOnly } = this.#parts
    const { organizationId } = this
    return this.#transact(
      (db) => work(db, this.#emitter(db, organizationId), this.#enqueuer(db, organizationId)),
      (run) => database.tenantTx(organizationId, run, { isReadOnly }),
    )
  }

  /**
   * A platform transaction on the service's platform tables; events and jobs must name their
   * organization. Read-only for a GET unless `kind` says otherwise.
   */
  platformTx<T>(work: PlatformWork<T>, kind?: PlatformTransactionKind): Promise<T> {
    const { database, isReadOnly } = this.#parts
    return this.#transact(
      (db) => work(db, this.#emitter(db, null), (organizationId) => this.#enqueuer(db, organizationId)),
      (run) => database.platformTx(run, kind ?? { isReadOnly }),
    )
  }

  #transact<T>(
    work: (db: TransactionHandle) => Promise<T>,
    transaction: (run: (db: TransactionHandle) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const { attempt, draft } = this.#parts
    return attempt ? attempt.transact(transaction, { work, wrote: draft.wrote }) : transaction(work)
  }

  #emitter(db: TransactionHandle, organizationId: number | null): Emit {
    const { service: source, audienceOf, draft, attempt, claims } = this.#parts
    const of = { source, organizationId, audienceOf }
    const emit = emitter(db, { ...of, wrote: draft.wrote, actorId: this.#actorId })
    if (!attempt || claims?.org !== null) return emit
    return (definition, event) => {
      if (event.organizationId !== undefined) attempt.enters(event.organizationId)
      return emit(definition, event)
    }
  }

  #enqueuer(db: TransactionHandle, organizationId: number): Enqueue {
    return enqueuer(db, { organizationId, actorId: this.#actorId })
  }

  /** Null for a calling service: the cause of what it emits lies elsewhere. */
  get #actorId(): string | null {
    const { claims } = this.#parts
    return claims?.kind === 'person' ? claims.sub : null
  }
}
