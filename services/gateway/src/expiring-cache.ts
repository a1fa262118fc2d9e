import { LRUCache } from 'lru-cache'

/** Bounds of a cache: how long an entry may be used, and how many there may be. */
export interface CacheOptions {
  readonly maxAgeMs: number
  readonly entriesMax: number
  readonly now?: (() => number) | undefined
}

interface Entry<Value> {
  readonly loading: Promise<Value>
  loaded?: { readonly value: Value }
}

/**
 * Caches loaded values for a short while. Concurrent reads of one key load once; what was dropped
 * while it was loading is not kept.
 */
export class ExpiringCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor({ maxAgeMs, entriesMax, now = Date.now }: CacheOptions) {
    this.#entries = new LRUCache({ max: entriesMax, ttl: maxAgeMs, ttlResolution: 0, perf: { now } })
  }

  /** The cached value, or what `load` brings. A failed load is not cached. */
  read(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key)
    if (known) return known.loading
    const entry: Entry<Value> = { loading: load() }
    this.#entries.set(key, entry)
    entry.loading.then(
      (value) => {
        entry.loaded = { value }
      },
      () => {
        if (this.#entries.peek(key, { allowStale: true }) === entry) this.#entries.delete(key)
      },
    )
    return entry.loading
  }

  drop(key: string): void {
    this.#entries.delete(key)
  }

  /** Drops every cached value that matches, and everything that is being loaded: it may match. */
  dropWhere(matches: (value: Value) => boolean): void {
    for (const [key, { loaded }] of this.#entries.entries()) {
      if (!loaded || matches(loaded.value)) this.#entries.delete(key)
    }
  }
}
