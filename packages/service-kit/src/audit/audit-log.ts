import { errorStatus } from '@portal/contracts/errors'
import { accessEvents } from '@portal/contracts/events'
import type { PassportClaims } from '@portal/contracts/passport'
import type { Route } from '@portal/contracts/route'
import { LRUCache } from 'lru-cache'
import { CodedError } from '../coded-error.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import { emitter } from '../outbox/emit.ts'
import { every } from '../sleep.ts'

/** A request to audit; `personId` is null for visitors. `route` contains no ids or input. */
export interface AccessAttempt {
  readonly personId: string | null
  readonly organizationId: number | null
  readonly route: string
  readonly requestId?: string | undefined
}

interface AuditLogOptions {
  readonly service: string
  readonly database: Pick<Database, 'platformTx'>
  readonly log: Logger
  readonly now?: () => number
}

const windowMs = 60_000
const sweepMs = 15_000
const deniedPerWindowMax = 10
/** Of people in the current window. */
const peopleMax = 5000
const readsMax = 50_000

/**
 * Reports refusals and operators' cross-organization reads to the audit trail, in transactions of
 * its own. Refusals are limited per person and minute; the rest are reported as a count.
 */
export class AuditLog {
  readonly #options: AuditLogOptions
  /** Refusals per person since the first of a minute. */
  readonly #denials: LRUCache<string, { count: number; last: AccessAttempt }>
  readonly #reads: LRUCache<string, true>
  readonly #sweeping: ReturnType<typeof every>
  /** What ended windows suppressed: the last refusal, and how many there were. */
  #suppressed: { readonly last: AccessAttempt; readonly suppressed: number }[] = []

  constructor(options: AuditLogOptions) {
    this.#options = options
    const clock = { now: options.now ?? Date.now }
    this.#reads = new LRUCache({ max: readsMax, ttl: windowMs, perf: clock })
    this.#denials = new LRUCache({
      max: peopleMax,
      ttl: windowMs,
      perf: clock,
      dispose: ({ count, last }) => {
        const suppressed = count - deniedPerWindowMax
        if (suppressed > 0) this.#suppressed.push({ last, suppressed })
      },
    })
    this.#sweeping = every(
      sweepMs,
      async () => {
        this.#reads.purgeStale()
        this.#denials.purgeStale()
        await this.#reportSuppressed()
      },
      (error) => options.log.error({ err: error }, 'the audit of refusals was not swept'),
    )
  }

  /** Records a refusal. Never throws: failing to record it does not lift the refusal. */
  async denied(attempt: AccessAttempt, code: string): Promise<void> {
    const person = attempt.personId ?? 'visitors'
    const window = this.#denials.get(person) ?? { count: 0, last: attempt }
    window.count += 1
    window.last = attempt
    if (window.count === 1) this.#denials.set(person, window)
    await this.#reportSuppressed()
    if (window.count <= deniedPerWindowMax) await this.#reportDenied(attempt, { code, suppressed: 0 })
  }

  /**
   * Records an operator's cross-organization read before the response; a read that cannot be
   * recorded is refused. Within a minute the same read (`what`) is recorded once.
   */
  async read(attempt: AccessAttempt, what: string): Promise<void> {
    const key = JSON.stringify([attempt.personId, attempt.route, what])
    if (this.#reads.get(key)) return
    const { database, service } = this.#options
    await database.platformTx((db) =>
      this.#emitter(db, attempt)(accessEvents(service).read, {
        ...about(attempt),
        data: { requestId: attempt.requestId },
      }),
    )
    this.#reads.set(key, true)
  }

  /** Records what has been suppressed so far. */
  async stop(): Promise<void> {
    await this.#sweeping.stop()
    this.#denials.clear()
    await this.#reportSuppressed()
  }

  async #reportSuppressed(): Promise<void> {
    const suppressed = this.#suppressed
    this.#suppressed = []
    for (const { last, suppressed: count } of suppressed)
      await this.#reportDenied(last, { code: 'suppressed', suppressed: count })
  }

  async #reportDenied(
    attempt: AccessAttempt,
    facts: { readonly code: string; readonly suppressed: number },
  ): Promise<void> {
    const { database, service, log } = this.#options
    try {
      await database.platformTx((db) =>
        this.#emitter(db, attempt)(accessEvents(service).denied, {
          ...about(attempt),
          data: { ...facts, requestId: attempt.requestId },
        }),
      )
    } catch (error) {
      log.error({ err: error, ...attempt, ...facts }, 'a refusal could not be recorded')
    }
  }

  #emitter(db: TransactionHandle, { personId }: AccessAttempt) {
    const { service: source } = this.#options
    return emitter(db, { source, organizationId: null, actorId: personId })
  }
}

function about({ route, organizationId }: AccessAttempt) {
  return { subject: route, audience: null, ...(organizationId === null ? {} : { organizationId }) }
}

type AuditedRequest = { readonly claims: PassportClaims | null; readonly requestId: string }

/**
 * Records refusals: anything forbidden to a person, and writes to unknown or foreign ids, which
 * look alike to the caller. Reads of unknown ids are mostly old links and not recorded.
 */
export async function recordDenial(
  audit: Pick<AuditLog, 'denied'>,
  route: Route,
  { claims, requestId, error }: AuditedRequest & { readonly error: unknown },
): Promise<void> {
  if (claims?.kind !== 'person' || !(error instanceof CodedError)) return
  const isForbidden = errorStatus[error.code] === 403
  if (!isForbidden && (error.code !== 'not_found' || route.method === 'GET')) return
  const attempt = { personId: claims.sub, organizationId: claims.org, route: nameOf(route), requestId }
  await audit.denied(attempt, error.code)
}

/** Operators' lists read across organizations. Verbs report what operators write. */
export async function recordRead(
  audit: Pick<AuditLog, 'read'>,
  route: Route,
  { claims, requestId, query, url }: AuditedRequest & { readonly query?: unknown; readonly url: string },
): Promise<void> {
  if (route.can !== 'operator' || route.method !== 'GET' || !claims) return
  const organizationId = organizationIn(query)
  await audit.read({ personId: claims.sub, organizationId, route: nameOf(route), requestId }, url)
}

/** The organization named by an operator's request, whose own trail then records the read. */
function organizationIn(query: unknown): number | null {
  if (typeof query !== 'object' || query === null || !('organizationId' in query)) return null
  return typeof query.organizationId === 'number' ? query.organizationId : null
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}
