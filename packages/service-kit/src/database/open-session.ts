import postgres from 'postgres'
import { every } from '../sleep.ts'
import { DatabaseUnavailable } from './connection-slot.ts'

/**
 * A dedicated connection for session locks and notifications, not for tables. It never reconnects:
 * when it ends, its locks are released.
 */
export interface Session {
  readonly isAlive: boolean
  /** Takes a lock named database-wide. False if another session holds it. */
  tryLock(name: string): Promise<boolean>
  unlock(name: string): Promise<void>
  /** Also calls `hear` with '' on every (re)subscription, to catch up on missed ones. */
  listen(channel: string, hear: (payload: string) => void): Promise<void>
  notify(channel: string, payload: string): Promise<void>
  /** Calls `ended` when the connection is lost or closed, or at once if it is. */
  onEnd(ended: () => void): void
  close(): Promise<void>
}

const heartbeat = { everyMs: 2000, timeoutMs: 10_000 }

/** Throws {@link DatabaseUnavailable}, as does every call after the connection is lost. */
export async function openSession(url: string, applicationName: string): Promise<Session> {
  const session = new OneLifeSession(url, applicationName)
  try {
    await session.beat()
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

class OneLifeSession implements Session {
  readonly #client: postgres.Sql
  readonly #beating: ReturnType<typeof every>
  #death: DatabaseUnavailable | null = null
  readonly #died = Promise.withResolvers<never>()
  readonly #ended: (() => void)[] = []

  constructor(url: string, applicationName: string) {
    this.#died.promise.catch(() => 'each caller hears of it')
    this.#client = postgres(url, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: 5,
      // A connection lost during postgres.js's own type query would be an unhandled rejection.
      fetch_types: false,
      onnotice: () => undefined,
      onclose: () => this.#die('the database closed the connection'),
      connection: { application_name: applicationName },
    })
    this.#beating = every(
      heartbeat.everyMs,
      () => this.beat(),
      () => 'the session is dead now',
    )
  }

  get isAlive(): boolean {
    return this.#death === null
  }

  /** Ends the session on timeout: the holder of a half-open connection may have lost its locks. */
  async beat(): Promise<void> {
    const overdue = setTimeout(() => this.#die('no answer'), heartbeat.timeoutMs)
    try {
      await this.#ask((sql) => sql`select 1`)
    } finally {
      clearTimeout(overdue)
    }
  }

  async tryLock(name: string): Promise<boolean> {
    const rows = await this.#ask(
      (sql) =>
        sql<{ isHeld: boolean }[]>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isHeld"`,
    )
    return rows[0]?.isHeld ?? false
  }

  async unlock(name: string): Promise<void> {
    await this.#ask((sql) => sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`)
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<void> {
    await this.#ask((sql) => sql.listen(channel, hear, () => hear('')))
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.#ask((sql) => sql.notify(channel, payload))
  }

  onEnd(ended: () => void): void {
    if (this.#death) ended()
    else this.#ended.push(ended)
  }

  async close(): Promise<void> {
    this.#die('the session is closed')
    await this.#client.end({ timeout: 0 })
  }

  async #ask<T>(question: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
    if (this.#death) throw this.#death
    try {
      return await Promise.race([question(this.#client), this.#died.promise])
    } catch (error) {
      if (error instanceof postgres.PostgresError && !error.code.startsWith('57P')) throw error
      this.#die(error instanceof Error ? error.message : String(error))
      throw this.#death ?? error
    }
  }

  #die(why: string): void {
    if (this.#death) return
    this.#death = new DatabaseUnavailable(`Database unavailable: ${why}`)
    void this.#beating.stop()
    this.#died.reject(this.#death)
    this.#client.end({ timeout: 0 }).catch(() => 'already closed')
    for (const ended of this.#ended) ended()
  }
}
