import { accessEvents } from '@portal/contracts/events'
import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import { emitter } from '../outbox/emit.ts'
import { every } from '../sleep.ts'
import { DenialBudget } from './denial-budget.ts'

/** A request to audit; `personId` is null for visitors. `route` contains no ids or input. */
export interface AccessAttempt {
  readonly personId: string | null
  readonly organizationId: number | null
  readonly route: string
  readonly requestId?: string | undefined
}

export interface AuditLogOptions {
  readonly service: string
  readonly database: Pick<Database, 'platformTx'>
  readonly log: Logger
  readonly now?: () => number
}

const sweepMs = 15_000

/**
 * Reports refusals and operators' cross-organization reads to the audit trail, in transactions of
 * its own. Refusals are limited per person and minute; the rest are reported as a count.
 */
export class AuditLog {
  readonly #options: AuditLogOptions
  readonly #now: () => number
  readonly #denials: DenialBudget<AccessAttempt>
  readonly #reads = new Map<string, number>()
  readonly #sweeping: ReturnType<typeof every>

  constructor(options: AuditLogOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#denials = new DenialBudget(this.#now)
    this.#sweeping = every(
      sweepMs,
      () => this.#sweep(),
      (error) => options.log.error({ err: error }, 'the audit of refusals was not swept'),
    )
  }

  /** Records a refusal. Never throws: failing to record it does not lift the refusal. */
  async denied(attempt: AccessAttempt, code: string): Promise<void> {
    const { isWithin, over } = this.#denials.spend(attempt.personId ?? 'visitors', attempt)
    try {
      if (over) await this.#reportDenied(over.last, { code: 'suppressed', suppressed: over.suppressed })
      if (isWithin) await this.#reportDenied(attempt, { code, suppressed: 0 })
    } catch (error) {
      this.#options.log.error({ err: error, ...attempt, code }, 'a refusal could not be recorded')
    }
  }

  /**
   * Records an operator's cross-organization read before the response; a read that cannot be
   * recorded is refused. Within a minute the same read (`what`) is recorded once.
   */
  async read(attempt: AccessAttempt, what: string): Promise<void> {
    const key = JSON.stringify([attempt.personId, attempt.route, what])
    const last = this.#reads.get(key)
    if (last !== undefined && this.#now() - last < DenialBudget.windowMs) return
    await this.#options.database.platformTx((db) =>
      this.#emitter(db, attempt)(accessEvents(this.#options.service).read, {
        subject: attempt.route,
        audience: null,
        data: { requestId: attempt.requestId },
        ...organizationOf(attempt),
      }),
    )
    this.#reads.set(key, this.#now())
  }

  /** Records what has been suppressed so far. */
  async stop(): Promise<void> {
    await this.#sweeping.stop()
    await this.#reportSuppressed(this.#denials.closeAll())
  }

  async #sweep(): Promise<void> {
    const now = this.#now()
    for (const [key, at] of this.#reads) if (now - at >= DenialBudget.windowMs) this.#reads.delete(key)
    await this.#reportSuppressed(this.#denials.closeEnded())
  }

  async #reportSuppressed(closed: readonly { last: AccessAttempt; suppressed: number }[]): Promise<void> {
    for (const { last, suppressed } of closed) {
      await this.#reportDenied(last, { code: 'suppressed', suppressed }).catch((error: unknown) =>
        this.#options.log.error({ err: error, ...last, suppressed }, 'refusals could not be recorded'),
      )
    }
  }

  #reportDenied(
    attempt: AccessAttempt,
    facts: { readonly code: string; readonly suppressed: number },
  ): Promise<void> {
    return this.#options.database.platformTx((db) =>
      this.#emitter(db, attempt)(accessEvents(this.#options.service).denied, {
        subject: attempt.route,
        audience: null,
        data: { ...facts, requestId: attempt.requestId },
        ...organizationOf(attempt),
      }),
    )
  }

  #emitter(db: Parameters<typeof emitter>[0], { personId }: AccessAttempt) {
    const { service: source } = this.#options
    return emitter(db, { source, organizationId: null, wrote: [], actorId: personId })
  }
}

function organizationOf({ organizationId }: AccessAttempt): { readonly organizationId?: number } {
  return organizationId === null ? {} : { organizationId }
}
