import { PgDatabase, type PgDialect } from 'drizzle-orm/pg-core'
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { type Argument, procedureCall } from './procedure-call.ts'

/** Work that a commit leaves for this process: events to publish, jobs to run or to stop, an event handled. */
export type Hint = 'outbox' | 'jobs' | 'leases' | 'inbox'

/** A statement with more is a list of some length, seldom the same one again: connections would keep one for each length. */
const preparedParametersMax = 24

/**
 * Stands between drizzle and the connection of one transaction: one statement at a time, none after the
 * transaction has ended or its connection died.
 */
export class TransactionFence {
  readonly hints = new Set<Hint>()
  readonly lastCalls: string[] = []
  readonly #client: postgres.Sql
  readonly #death: () => Error | null
  #tail: Promise<unknown> = Promise.resolve()
  #isShut = false

  constructor(client: postgres.Sql, death: () => Error | null) {
    this.#client = client
    this.#death = death
  }

  handle(dialect: PgDialect) {
    const session = new PostgresJsSession(asDriver({ unsafe: this.#unsafe }), dialect, undefined)
    const builders = new PgDatabase<PostgresJsQueryResultHKT>(dialect, session, undefined)
    return Object.assign(builders, {
      hint: (name: Hint) => void this.hints.add(name),
      callWithCommit: (procedure: string, args: readonly Argument[]) => {
        this.#assertOpen()
        this.lastCalls.push(procedureCall(procedure, args))
      },
    })
  }

  /** Resolves when every statement that was started has ended. */
  async settled(): Promise<void> {
    await this.#tail
  }

  shut(): void {
    this.#isShut = true
  }

  /** Drizzle asks for no preparation of a query without a name; it would be parsed, described in a round trip of its own and planned each time. */
  readonly #unsafe = (query: string, params: never[] = []) => {
    const options = { prepare: params.length <= preparedParametersMax }
    // Statements wait for each other: one that postgres.js had queued would be sent on the connection's next life.
    const run = <R>(
      send: (statement: postgres.PendingQuery<postgres.Row[]>) => PromiseLike<R>,
    ): Promise<R> => {
      const mine = this.#tail.then(() => {
        this.#assertOpen()
        return send(this.#client.unsafe(query, params, options))
      })
      this.#tail = mine.catch(() => 'reported to its caller')
      return mine
    }
    return {
      // biome-ignore lint/suspicious/noThenProperty: drizzle awaits the pending query itself.
      then: (...settle: Parameters<Promise<postgres.Row[]>['then']>) =>
        run((statement) => statement).then(...settle),
      values: () => run((statement) => statement.values()),
    }
  }

  #assertOpen(): void {
    const death = this.#death()
    if (death) throw death
    if (this.#isShut) throw new Error('This transaction has ended; its handle cannot be used any more.')
  }
}

/** Safe because drizzle's postgres-js session uses `unsafe(…)`, awaited or through `.values()`, and nothing else. */
function asDriver(part: { unsafe: unknown }): postgres.Sql {
  const driver: unknown = part
  return driver as postgres.Sql
}
