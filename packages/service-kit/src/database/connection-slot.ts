import { PgDialect } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Argument } from './procedure-call.ts'
import { type Hint, TransactionFence } from './transaction-fence.ts'

/** Query builders on one open transaction. There is no `transaction` on it: a transaction is opened by `tx` and `platformTx` only. */
export type TransactionHandle = Omit<PostgresJsDatabase, 'transaction' | '$client'> & {
  /** Once this transaction has committed, listeners for `name` in this process are called (Database.onHint). */
  hint(name: Hint): void
  /**
   * Calls a procedure in the message of the commit, so that it costs no round trip of its own; several in the given order. Its failure
   * undoes the transaction. `procedure` is trusted.
   */
  callWithCommit(procedure: string, args: readonly Argument[]): void
}

/** The database cannot be reached, or it took the connection away in mid-transaction. Nothing of the transaction is committed unless it was committing. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** SQLSTATE: connection exceptions, insufficient resources (too many connections), operator intervention (shutdown, starting up). */
const lostConnection = /^(08|53|57P)/

/** How a transaction begins: `opening` is trusted SQL in the message of its BEGIN. */
export interface TransactionStart {
  readonly opening: string
  readonly isReadOnly: boolean
}

/** How a slot connects. `transactionTimeoutMs` is enforced by the server and, a second later, by the slot itself. */
export interface SlotOptions {
  readonly url: string
  readonly applicationName: string
  readonly transactionTimeoutMs: number
  readonly onHint?: (name: Hint) => void
}

/**
 * One connection with the guard of architecture.md §5. postgres.js 3.4.9 lets a callback that wakes after its backend died write on the
 * connection's next life, inside another tenant's transaction (upstream issues 1133, 1155, 1186, 1204). Here a connection has one life:
 * when it closes, the client is ended and never used again, its transaction rejects at once, and its handle throws for ever.
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
      // A connection that dies during postgres.js's own type query would be an unhandled rejection.
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
    // Sets how drizzle wants dates to be read and written; its session is made for each transaction.
    drizzle(this.#client)
  }

  /** False once the connection died: the slot must be thrown away. */
  get isAlive(): boolean {
    return this.#death === null
  }

  /** Runs one transaction from `begin` to commit or rollback. */
  async transact<T>(
    { opening, isReadOnly }: TransactionStart,
    run: (db: TransactionHandle) => Promise<T>,
  ): Promise<T> {
    const lost = new Promise<never>((_, reject) => {
      this.#onDeath = reject
    })
    const overdue = setTimeout(
      () => this.#die('the transaction exceeded its time limit'),
      this.#options.transactionTimeoutMs + 1000,
    )
    const transaction = isReadOnly ? this.#read(opening, run) : this.#write(opening, run)
    try {
      return await Promise.race([transaction, lost])
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
      // Shut before the transaction ends: a statement that was started late would run outside it, or in the next one.
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
   * One round trip for a transaction of one statement: it travels together with its begin, and nobody waits for the commit of
   * nothing. Were the begin refused (OrganizationDeleted), Postgres would refuse what follows it, too.
   */
  async #read<T>(opening: string, run: (db: TransactionHandle) => Promise<T>): Promise<T> {
    const fence = new TransactionFence(this.#client, () => this.#death)
    const begun = this.#control(`${this.#isReadOpen ? 'commit and chain' : 'begin read only'}; ${opening}`)
    begun.catch(() => 'thrown below')
    try {
      // postgres.js queues what is sent before it has connected, and a queue could be sent on another life of the connection.
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

  /** An open transaction that has read ends in the message that begins the next one, or else in this turn of the event loop. */
  #commitLater(): void {
    this.#isReadOpen = true
    setImmediate(() => {
      if (this.#isReadOpen) this.#control('commit').catch(() => 'the slot is dead now')
    })
  }

  /** Postgres answers the commit of a failed transaction with a rollback, and not with an error. */
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

  /** Resolves to the command of the last statement. */
  async #control(statements: string): Promise<{ readonly command: string }> {
    if (this.#death) throw this.#death
    this.#isReadOpen = false
    try {
      return await this.#client.unsafe(statements).simple()
    } catch (error) {
      if (error instanceof postgres.PostgresError && !lostConnection.test(error.code)) throw error
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
