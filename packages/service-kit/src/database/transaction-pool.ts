import {
  ConnectionSlot,
  DatabaseUnavailable,
  type SlotOptions,
  type TransactionHandle,
  type TransactionStart,
} from './connection-slot.ts'

/** Waiting longer than `acquireTimeoutMs` for a connection throws {@link DatabaseUnavailable}. */
export interface PoolOptions extends SlotOptions {
  readonly size: number
  readonly acquireTimeoutMs: number
}

interface Waiter {
  readonly take: (slot: ConnectionSlot) => void
  readonly refuse: (reason: DatabaseUnavailable) => void
  readonly timer: NodeJS.Timeout
}

/** Opens transactions on a bounded number of guarded connections, replacing lost ones. */
export class TransactionPool {
  readonly #options: PoolOptions
  readonly #idle: ConnectionSlot[] = []
  readonly #waiters: Waiter[] = []
  #count = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs one transaction. Throws {@link DatabaseUnavailable} if no connection is available. */
  async transact<T>(start: TransactionStart, run: (db: TransactionHandle) => Promise<T>): Promise<T> {
    const slot = await this.#acquire()
    try {
      return await slot.transact(start, run)
    } finally {
      this.#release(slot)
    }
  }

  /** Rejects waiters, closes idle connections at once and busy ones when they are returned. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiter of this.#waiters.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.refuse(poolClosed())
    }
    await Promise.all(this.#idle.splice(0).map((slot) => slot.close()))
  }

  #acquire(): Promise<ConnectionSlot> {
    if (this.#isClosed) return Promise.reject(poolClosed())
    for (let slot = this.#idle.pop(); slot; slot = this.#idle.pop()) {
      if (slot.isAlive) return Promise.resolve(slot)
      this.#count -= 1
    }
    if (this.#count < this.#options.size) return Promise.resolve(this.#open())
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        reject(new DatabaseUnavailable('Database unavailable: no free connection'))
      }, this.#options.acquireTimeoutMs)
      const waiter: Waiter = { take: resolve, refuse: reject, timer }
      this.#waiters.push(waiter)
    })
  }

  #open(): ConnectionSlot {
    this.#count += 1
    return new ConnectionSlot(this.#options)
  }

  #release(slot: ConnectionSlot): void {
    if (this.#isClosed) {
      slot.close().catch(() => 'closing anyway')
      return
    }
    if (!slot.isAlive) this.#count -= 1
    const waiter = this.#waiters.shift()
    if (!waiter) {
      if (slot.isAlive) this.#idle.push(slot)
      return
    }
    clearTimeout(waiter.timer)
    waiter.take(slot.isAlive ? slot : this.#open())
  }
}

function poolClosed(): DatabaseUnavailable {
  return new DatabaseUnavailable('Database unavailable: the connection pool is closed')
}
