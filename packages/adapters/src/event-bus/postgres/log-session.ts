import type { Database } from '@portal/service-kit/database/open-database'
import type { Session } from '@portal/service-kit/database/open-session'
import { grownChannel } from './event-log.ts'

type Listener = { readonly topic: string; readonly grown: () => void }

/** The bus's connection for group locks and notifications, reopened when lost. */
export class LogSession {
  readonly #database: Database
  readonly #listeners = new Set<Listener>()
  /** Locks of this bus: Postgres would grant one twice to the same session. */
  readonly #held = new Set<string>()
  #opening: Promise<Session> | null = null
  #current: Session | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Calls `grown` when a topic may have grown (a hint: listeners poll too); returns unsubscribe.
   */
  watch(topic: string, grown: () => void): () => void {
    const listener = { topic, grown }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Ensures that notifications arrive. Throws DatabaseUnavailable. */
  async connect(): Promise<void> {
    await this.#alive()
  }

  /** The lock, or null when another consumer holds it. Throws DatabaseUnavailable. */
  async lock(name: string): Promise<Lock | null> {
    if (this.#held.has(name)) return null
    this.#held.add(name)
    try {
      const session = await this.#alive()
      if (await session.tryLock(name)) return new Lock(session, name, () => void this.#held.delete(name))
    } catch (error) {
      this.#held.delete(name)
      throw error
    }
    this.#held.delete(name)
    return null
  }

  async close(): Promise<void> {
    const session = this.#opening ? await this.#opening.catch(() => null) : this.#current
    await session?.close()
  }

  async #alive(): Promise<Session> {
    if (this.#current?.isAlive) return this.#current
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #open(): Promise<Session> {
    const session = await this.#database.openSession()
    await session.listen(grownChannel, (topic) => {
      for (const listener of this.#listeners) if (topic === '' || topic === listener.topic) listener.grown()
    })
    this.#current = session
    return session
  }
}

/** A lock tied to the session that took it. */
export class Lock {
  readonly #session: Session
  readonly #name: string
  readonly #forget: () => void

  constructor(session: Session, name: string, forget: () => void) {
    this.#session = session
    this.#name = name
    this.#forget = forget
  }

  get isHeld(): boolean {
    return this.#session.isAlive
  }

  /** Never rejects: a session that cannot answer has lost its locks. */
  async release(): Promise<void> {
    try {
      if (this.#session.isAlive) await this.#session.unlock(this.#name)
    } catch {
      await this.#session.close()
    } finally {
      this.#forget()
    }
  }
}
