import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type AuditKeys, type ChainHead, openHead, signHead } from './signed-head.ts'

const folder = 'audit-heads'
const digits = 16

/** The newest head of a chain in the store. `head` is null when what lies there is not signed by us or is another's. */
export interface FoundHead {
  readonly key: string
  readonly chain: string
  readonly head: ChainHead | null
}

/**
 * Signed heads in a store outside the audit's database, `audit-heads/<chain>/<sequence>`. A head is never overwritten, so that two replicas
 * cannot put an older one over a newer, and a store that keeps everything for ever may.
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

  /** The newest head of every chain that has one. */
  newestOfAll(): Promise<FoundHead[]> {
    return this.#newestUnder(`${folder}/`)
  }

  /** Keeps a head and removes the older ones of its chain. */
  async keep(head: ChainHead): Promise<void> {
    const key = keyOf(head)
    await this.#blobs.put(key, await signHead(head, this.#keys))
    for (const older of await this.#list(`${folder}/${head.chain}/`)) {
      if (older < key) await this.#blobs.delete(older)
    }
  }

  /** Removes every head of a chain whose organization is purged. Gives how many. */
  async forget(chain: string): Promise<number> {
    const keys = await this.#list(`${folder}/${chain}/`)
    for (const key of keys) await this.#blobs.delete(key)
    return keys.length
  }

  /** What is gone between listing and reading was replaced by a newer one: looked for again. */
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

  /** A damaged file is as good as a forged one: the chain has no head that could be trusted. */
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
