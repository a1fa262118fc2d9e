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
  /** Further connections, for urgent transactions while all others are busy. */
  readonly reserved: number
  readonly acquireTimeoutMs: number
}

/**
 * `isUrgent`: goes ahead of everything that waits, and may use what is reserved. `organizationId`:
 * whose transaction it is, if it is one's.
 */
export interface PooledStart extends TransactionStart {
  readonly isUrgent: boolean
  readonly organizationId?: number | undefined
}

type Owner = PooledStart['organizationId']

interface Waiter {
  readonly owner: Owner
  readonly take: (slot: ConnectionSlot) => void
  readonly refuse: (reason: DatabaseUnavailable) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Opens transactions on a bounded number of guarded connections, replacing lost ones. Where all are
 * busy, organizations take turns: one whose transactions are slow or many keeps others waiting for
 * one of them, not for all.
 */
export class TransactionPool {
  readonly #options: PoolOptions
  readonly #idle: ConnectionSlot[] = []
  readonly #urgent: Waiter[] = []
  readonly #ordinary: Waiter[] = []
  #busy = 0
  /** When each owner began its latest transaction, in transactions, since somebody has to wait. */
  readonly #latest = new Map<Owner, number>()
  #begun = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs one transaction. Throws {@link DatabaseUnavailable} if no connection is available. */
  async transact<T>(start: PooledStart, run: (db: TransactionHandle) => Promise<T>): Promise<T> {
    const slot = await this.#acquire(start)
    try {
      return await slot.transact(start, run)
    } finally {
      this.#release(slot)
    }
  }

  /** Rejects waiters, closes idle connections at once and busy ones when they are returned. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiter of [...this.#urgent.splice(0), ...this.#ordinary.splice(0)]) {
      clearTimeout(waiter.timer)
      waiter.refuse(poolClosed())
    }
    await Promise.all(this.#idle.splice(0).map((slot) => slot.close()))
  }

  #acquire({ isUrgent, organizationId: owner }: PooledStart): Promise<ConnectionSlot> {
    if (this.#isClosed) return Promise.reject(poolClosed())
    const { size, reserved, acquireTimeoutMs } = this.#options
    if (this.#busy < (isUrgent ? size + reserved : size)) return Promise.resolve(this.#take(owner))
    const waiters = isUrgent ? this.#urgent : this.#ordinary
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(new DatabaseUnavailable('Database unavailable: no free connection'))
      }, acquireTimeoutMs)
      const waiter: Waiter = { owner, take: resolve, refuse: reject, timer }
      waiters.push(waiter)
    })
  }

  #take(owner: Owner): ConnectionSlot {
    this.#busy += 1
    this.#begun += 1
    this.#latest.set(owner, this.#begun)
    for (let slot = this.#idle.pop(); slot; slot = this.#idle.pop()) if (slot.isAlive) return slot
    return new ConnectionSlot(this.#options)
  }

  #release(slot: ConnectionSlot): void {
    if (this.#isClosed) {
      slot.close().catch(() => 'closing anyway')
      return
    }
    this.#busy -= 1
    if (slot.isAlive) this.#idle.push(slot)
    const waiter = this.#urgent.shift() ?? (this.#busy < this.#options.size && this.#nextOrdinary())
    if (!waiter) return
    clearTimeout(waiter.timer)
    waiter.take(this.#take(waiter.owner))
  }

  /** The one whose owner has had no turn for the longest; of one owner's the first. */
  #nextOrdinary(): Waiter | undefined {
    const turnOf = ({ owner }: Waiter) => this.#latest.get(owner) ?? 0
    let [next] = this.#ordinary
    for (const waiter of this.#ordinary) if (next && turnOf(waiter) < turnOf(next)) next = waiter
    if (next) this.#ordinary.splice(this.#ordinary.indexOf(next), 1)
    else this.#latest.clear()
    return next
  }
}

function poolClosed(): DatabaseUnavailable {
  return new DatabaseUnavailable('Database unavailable: the connection pool is closed')
}
