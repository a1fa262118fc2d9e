import { accessEvents } from '@portal/contracts/events'
import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import { emitter } from '../outbox/emit.ts'
import { every } from '../sleep.ts'
import { DenialBudget } from './denial-budget.ts'

/** Who asked for what. `personId` is null for a visitor, `route` names the door, without ids or anything that was sent. */
export interface AccessAttempt {
  readonly personId: string | null
  readonly organizationId: number | null
  readonly route: string
  readonly requestId?: string | undefined
}

/** What {@link AccessLog} needs. */
export interface AccessLogOptions {
  readonly service: string
  readonly database: Pick<Database, 'platformTx'>
  readonly log: Logger
  readonly now?: () => number
}

const sweepMs = 15_000

/**
 * Tells the audit who was refused what, and which organization's data was read from outside it, as events in a transaction of their own: a
 * refused request has none, and a read writes nothing. Refusals are limited per person and minute; how many more there were is told too.
 */
export class AccessLog {
  readonly #options: AccessLogOptions
  readonly #now: () => number
  readonly #denials: DenialBudget<AccessAttempt>
  readonly #reads = new Map<string, number>()
  readonly #sweeping: ReturnType<typeof every>

  constructor(options: AccessLogOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#denials = new DenialBudget(this.#now)
    this.#sweeping = every(
      sweepMs,
      () => this.#sweep(),
      (error) => options.log.error({ err: error }, 'the audit of refusals was not swept'),
    )
  }

  /** Records a refusal. Never throws: the refusal itself stands, whatever becomes of its record. */
  async denied(attempt: AccessAttempt, code: string): Promise<void> {
    const { isWithin, over } = this.#denials.spend(attempt.personId ?? 'visitors', attempt)
    try {
      if (over) await this.#tellDenied(over.last, { code: 'suppressed', suppressed: over.suppressed })
      if (isWithin) await this.#tellDenied(attempt, { code, suppressed: 0 })
    } catch (error) {
      this.#options.log.error({ err: error, ...attempt, code }, 'a refusal could not be recorded')
    }
  }

  /**
   * Records that an operator reads across organizations, before anything is answered: what cannot be recorded is not read. One person's same
   * reading (`what`) again within a minute, as when a list refreshes itself, is the same one.
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

  /** Tells what was suppressed so far. */
  async stop(): Promise<void> {
    await this.#sweeping.stop()
    await this.#tellSuppressed(this.#denials.closeAll())
  }

  async #sweep(): Promise<void> {
    const now = this.#now()
    for (const [key, at] of this.#reads) if (now - at >= DenialBudget.windowMs) this.#reads.delete(key)
    await this.#tellSuppressed(this.#denials.closeEnded())
  }

  async #tellSuppressed(closed: readonly { last: AccessAttempt; suppressed: number }[]): Promise<void> {
    for (const { last, suppressed } of closed) {
      await this.#tellDenied(last, { code: 'suppressed', suppressed }).catch((error: unknown) =>
        this.#options.log.error({ err: error, ...last, suppressed }, 'refusals could not be recorded'),
      )
    }
  }

  #tellDenied(
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
