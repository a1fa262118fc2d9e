import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Argument } from './procedure-call.ts'
import { type Hint, TransactionFence } from './transaction-fence.ts'

/** Query builders on an open transaction. It has no `transaction`: use `tx` or `platformTx`. */
export type TransactionHandle = Omit<PostgresJsDatabase, 'transaction' | '$client'> & {
  /** Notifies listeners in this process after the commit (Database.onHint). */
  hint(name: Hint): void
  /**
   * Calls a procedure in the same message as the commit, which saves a round trip; several run in
   * call order. Its failure rolls back. `procedure` is trusted.
   */
  callWithCommit(procedure: string, args: readonly Argument[]): void
}

/** Unreachable or lost mid-transaction: nothing was committed, unless it was committing. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** SQLSTATE: connection exception, insufficient resources, time limits, operator intervention. */
const lostConnection = /^(08|53|25P0[34]|57P)/
/** Those of a session that the server has ended. */
const endedSession = /^(08|25P0[34]|57P)/
/** Codes of postgres.js and of the system. */
const unreachable =
  /^(CONNECT_TIMEOUT|CONNECTION_[A-Z]+|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|EPIPE|ETIMEDOUT)$/

/** Whether an error, or what caused it, is a refused or lost connection to Postgres. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailable || hasCode(error, lostConnection)) return true
  return ('code' in error && unreachable.test(String(error.code))) || isDatabaseAway(error.cause)
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof postgres.PostgresError && codes.test(error.code)
}

/** `opening` is trusted SQL, sent in the message of the transaction's BEGIN. */
export interface TransactionStart {
  readonly opening: string
  readonly isReadOnly: boolean
}

/** `transactionTimeoutMs` is enforced by the server and, a second later, by the slot itself. */
export interface SlotOptions {
  readonly url: string
  readonly applicationName: string
  readonly transactionTimeoutMs: number
  readonly onHint?: (name: Hint) => void
}

/**
 * A connection guarded as in architecture.md §5: once closed it is never reused. postgres.js 3.4.9
 * reconnects under a callback whose backend died, which can then write in another tenant's
 * transaction (its issues 1133, 1155, 1186, 1204).
 */
export class ConnectionSlot {
  readonly #client: postgres.Sql
  readonly #options: SlotOptions
  readonly #dialect = new PgDialect()
  #death: DatabaseUnavailable | null = null
  #onDeath: ((reason: DatabaseUnavailable) => void) | null = null
  #hasConnected = false
  #isReadOpen = false

  constructor(options: SlotOptions) {
    this.#options = options
    this.#client = postgres(options.url, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      // A connection lost during postgres.js's own type query would be an unhandled rejection.
      fetch_types: false,
      backoff: () => 0,
      onnotice: () => undefined,
      onclose: () => this.#die('the database closed the connection'),
      connection: {
        application_name: options.applicationName,
        transaction_timeout: options.transactionTimeoutMs,
        idle_in_transaction_session_timeout: options.transactionTimeoutMs,
      },
    })
    // For its side effect, the date parsers. Each transaction gets its own session.
    drizzle(this.#client)
  }

  /** False once the connection is lost; the slot must then be discarded. */
  get isAlive(): boolean {
    return this.#death === null
  }

  /** Runs one transaction from `begin` to commit or rollback. */
  async transact<T>(
    { opening, isReadOnly }: TransactionStart,
    run: (db: TransactionHandle) => Promise<T>,
  ): Promise<T> {
    const lost = Promise.withResolvers<never>()
    this.#onDeath = lost.reject
    const overdue = setTimeout(
      () => this.#die('the transaction exceeded its time limit'),
      this.#options.transactionTimeoutMs + 1000,
    )
    const transaction = isReadOnly ? this.#read(opening, run) : this.#write(opening, run)
    try {
      return await Promise.race([transaction, lost.promise])
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null
      if (![error, cause].some((one) => hasCode(one, endedSession))) throw error
      this.#die(describe(cause ?? error))
      throw this.#death ?? error
    } finally {
      clearTimeout(overdue)
      this.#onDeath = null
    }
  }

  /** Ends the connection; resolves when it is closed. */
  async close(): Promise<void> {
    this.#death ??= new DatabaseUnavailable('the connection pool is closed')
    await this.#client.end({ timeout: 1 })
  }

  async #write<T>(opening: string, run: (db: TransactionHandle) => Promise<T>): Promise<T> {
    const fence = new TransactionFence(this.#client, () => this.#death)
    try {
      await this.#control(`${this.#isReadOpen ? 'commit; ' : ''}begin; ${opening}`)
      const result = await run(fence.handle(this.#dialect))
      await fence.settled()
      // First: a statement started later would run outside this transaction.
      fence.shut()
      await this.#commit(fence.lastCalls)
      for (const name of fence.hints) this.#options.onHint?.(name)
      return result
    } catch (error) {
      fence.shut()
      await this.#rollBack()
      throw error
    }
  }

  /**
   * One round trip for a single-statement transaction: it travels with its begin, and a read need
   * not wait for its commit. If the begin is refused (OrganizationDeleted), so is the statement.
   */
  async #read<T>(opening: string, run: (db: TransactionHandle) => Promise<T>): Promise<T> {
    const fence = new TransactionFence(this.#client, () => this.#death)
    const begun = this.#control(`${this.#isReadOpen ? 'commit and chain' : 'begin read only'}; ${opening}`)
    begun.catch(() => 'thrown below')
    try {
      // postgres.js might send what it queues until connected on a later connection.
      if (!this.#hasConnected) await begun
      const result = await run(fence.handle(this.#dialect))
      await begun
      await fence.settled()
      fence.shut()
      if (fence.lastCalls.length > 0) throw new Error('A transaction that only reads emits no events.')
      this.#hasConnected = true
      this.#commitLater()
      return result
    } catch (error) {
      fence.shut()
      const first = await begun.then(
        () => error,
        (refusal: unknown) => refusal,
      )
      await this.#rollBack()
      throw first
    }
  }

  /** Ends a read with the next transaction's begin, or else in this turn of the event loop. */
  #commitLater(): void {
    this.#isReadOpen = true
    setImmediate(() => {
      if (this.#isReadOpen) this.#control('commit').catch(() => 'the slot is dead now')
    })
  }

  /** Postgres responds to the commit of a failed transaction with ROLLBACK, not with an error. */
  async #commit(lastCalls: readonly string[]): Promise<void> {
    const { command } = await this.#control([...lastCalls, 'commit'].join('; '))
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements had failed.')
  }

  async #rollBack(): Promise<void> {
    if (this.#death) return
    try {
      await this.#control('rollback')
    } catch (error) {
      this.#die(`rollback failed: ${describe(error)}`)
    }
  }

  /** Resolves to the last statement's command. */
  async #control(statements: string): Promise<{ readonly command: string }> {
    if (this.#death) throw this.#death
    this.#isReadOpen = false
    try {
      return await this.#client.unsafe(statements).simple()
    } catch (error) {
      if (error instanceof postgres.PostgresError && !hasCode(error, lostConnection)) throw error
      this.#die(describe(error))
      throw this.#death ?? error
    }
  }

  #die(why: string): void {
    if (this.#death) return
    this.#death = new DatabaseUnavailable(`Database unavailable: ${why}`)
    this.#onDeath?.(this.#death)
    this.#client.end({ timeout: 0 }).catch(() => 'already closed')
  }
}

function describe(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
