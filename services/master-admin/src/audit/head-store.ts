import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type AuditKeys, type ChainHead, openHead, signHead } from './signed-head.ts'

const folder = 'audit-heads'
const digits = 16

/** A chain's newest head in the store; `head` is null when forged or another chain's. */
export interface FoundHead {
  readonly key: string
  readonly chain: string
  readonly head: ChainHead | null
}

/**
 * Signed heads outside the audit's database, at `audit-heads/<chain>/<sequence>`. Heads are never
 * overwritten, so replicas cannot regress one and write-once storage is possible.
 */
export class HeadStore {
  readonly #blobs: BlobStore
  readonly #keys: AuditKeys

  constructor(blobs: BlobStore, keys: AuditKeys) {
    this.#blobs = blobs
    this.#keys = keys
  }

  async newest(chain: string): Promise<FoundHead | null> {
    const [found] = await this.#newestUnder(`${folder}/${chain}/`)
    return found ?? null
  }

  /** Every chain's newest head. */
  newestOfAll(): Promise<FoundHead[]> {
    return this.#newestUnder(`${folder}/`)
  }

  /** Stores a head and removes the chain's older ones. */
  async keep(head: ChainHead): Promise<void> {
    const key = keyOf(head)
    await this.#blobs.put(key, await signHead(head, this.#keys))
    for (const older of await this.#list(`${folder}/${head.chain}/`)) {
      if (older < key) await this.#blobs.delete(older)
    }
  }

  /** Removes all heads of a purged organization's chain; returns how many. */
  async forget(chain: string): Promise<number> {
    const keys = await this.#list(`${folder}/${chain}/`)
    for (const key of keys) await this.#blobs.delete(key)
    return keys.length
  }

  /** A head that vanished between listing and reading was superseded: list again. */
  async #newestUnder(prefix: string): Promise<FoundHead[]> {
    for (;;) {
      const last = new Map((await this.#list(prefix)).map((key) => [chainOf(key), key]))
      const heads = await Promise.all([...last.values()].map((key) => this.#open(key)))
      const found = heads.filter((head) => head !== null)
      if (found.length === heads.length) return found
    }
  }

  async #list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of this.#blobs.list(prefix)) keys.push(key)
    return keys.sort()
  }

  async #open(key: string): Promise<FoundHead | null> {
    const chain = chainOf(key)
    const signed = await this.#read(key)
    if (signed === null) return null
    const head = signed === 'damaged' ? null : await openHead(signed, this.#keys)
    return { key, chain, head: head !== null && keyOf(head) === key ? head : null }
  }

  /** A damaged file counts as forged: the chain has no trustworthy head. */
  async #read(key: string): Promise<Uint8Array | null | 'damaged'> {
    try {
      return await this.#blobs.get(key)
    } catch (error) {
      if (error instanceof EngineUnavailable) throw error
      return 'damaged'
    }
  }
}

function keyOf({ chain, sequence }: ChainHead): string {
  return `${folder}/${chain}/${String(sequence).padStart(digits, '0')}`
}

function chainOf(key: string): string {
  return key.split('/')[1] ?? ''
}
