import type { Database } from '@portal/service-kit/database/open-database'
import type { Session } from '@portal/service-kit/database/open-session'
import { grownChannel } from './event-log.ts'

/** A lock tied to the session that took it. Releasing never rejects. */
export interface Lock {
  isHeld(): boolean
  release(): Promise<void>
}

/** The bus's connection for group locks and notifications, reopened when lost. */
export class LogSession {
  readonly #database: Database
  readonly #listeners = new Set<{ readonly topic: string; readonly grown: () => void }>()
  /** Locks of this bus: Postgres would grant one twice to the same session. */
  readonly #held = new Set<string>()
  #opening: Promise<Session> | null = null
  #current: Session | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Calls `grown` when a topic may have grown, and when notifications end (a hint: listeners poll
   * too); returns unsubscribe.
   */
  watch(topic: string, grown: () => void): () => void {
    const listener = { topic, grown }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Ensures that notifications arrive. Throws DatabaseUnavailable. */
  async connect(): Promise<Session> {
    if (this.#current?.isAlive) return this.#current
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** The lock, or null when another consumer holds it. Throws DatabaseUnavailable. */
  async lock(name: string): Promise<Lock | null> {
    if (this.#held.has(name)) return null
    this.#held.add(name)
    let isTaken = false
    try {
      const session = await this.connect()
      isTaken = await session.tryLock(name)
      return isTaken ? this.#lockOf(session, name) : null
    } finally {
      if (!isTaken) this.#held.delete(name)
    }
  }

  async close(): Promise<void> {
    const session = this.#opening ? await this.#opening.catch(() => null) : this.#current
    await session?.close()
  }

  async #open(): Promise<Session> {
    const session = await this.#database.openSession()
    const grew = (topic: string) => {
      for (const listener of this.#listeners) if (topic === '' || topic === listener.topic) listener.grown()
    }
    session.onEnd(() => grew(''))
    await session.listen(grownChannel, grew)
    this.#current = session
    return session
  }

  #lockOf(session: Session, name: string): Lock {
    return {
      isHeld: () => session.isAlive,
      release: async () => {
        try {
          // A session that cannot answer has lost its locks.
          if (session.isAlive) await session.unlock(name).catch(() => session.close())
        } finally {
          this.#held.delete(name)
        }
      },
    }
  }
}
