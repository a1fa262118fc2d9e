/** Bounds of a cache: how long an entry may be used, and how many there may be. */
export interface CacheOptions {
  readonly maxAgeMs: number
  readonly entriesMax: number
  readonly now?: () => number
}

interface Entry<Value> {
  readonly value: Value
  readonly since: number
}

/** Keeps what was read for a short while. Concurrent reads of one key load once; what was dropped while loading is not kept. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #loading = new Map<string, Promise<Value>>()
  readonly #options: CacheOptions
  readonly #now: () => number

  constructor(options: CacheOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** The kept value, or what `load` brings. A failed load is not kept. */
  async read(key: string, load: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key)
    if (entry && this.#now() - entry.since < this.#options.maxAgeMs) return entry.value
    const running = this.#loading.get(key)
    if (running) return running
    const since = this.#now()
    const loading = load()
    this.#loading.set(key, loading)
    try {
      const value = await loading
      if (this.#loading.get(key) === loading) this.#keep(key, { value, since })
      return value
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }

  drop(key: string): void {
    this.#entries.delete(key)
    this.#loading.delete(key)
  }

  /** Drops every kept value that fits, and everything that is being loaded: it may fit. */
  dropWhere(fits: (value: Value) => boolean): void {
    this.#loading.clear()
    for (const [key, { value }] of this.#entries) if (fits(value)) this.#entries.delete(key)
  }

  #keep(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size <= this.#options.entriesMax) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }
}
