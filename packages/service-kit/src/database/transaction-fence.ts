import { PgDatabase, type PgDialect } from 'drizzle-orm/pg-core'
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { type Argument, procedureCall } from './procedure-call.ts'

/** What is left to do in this process after a commit. */
export type Hint = 'outbox' | 'jobs' | 'leases' | 'inbox'

/** Longer statements hold lists of varying length; connections would cache one plan per length. */
const preparedParametersMax = 24

/** Guards the connection of one transaction: one statement at a time, none after its end. */
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

  /** Drizzle prepares only named queries; the others would cost a round trip and a plan. */
  readonly #unsafe = (query: string, params: never[] = []) => {
    const options = { prepare: params.length <= preparedParametersMax }
    // Serialized here: postgres.js might send a queued statement on a later connection.
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

/** Safe because drizzle's session only uses `unsafe(…)`, awaited or with `.values()`. */
function asDriver(part: { unsafe: unknown }): postgres.Sql {
  const driver: unknown = part
  return driver as postgres.Sql
}
