import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { BackupManifest, backupKeys } from './backup-manifest.ts'

const partBytes = 8 * 1024 * 1024
const [zip, unzip] = [promisify(gzip), promisify(gunzip)]
const isFast = { level: constants.Z_BEST_SPEED }

/** One backup's blobs in a store, below its name. */
export class BackupStore {
  readonly name: string
  readonly #blobs: BlobStore

  constructor(blobs: BlobStore, name: string) {
    this.#blobs = blobs
    this.name = name
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    await this.#blobs.put(`${this.name}/${key}`, content)
  }

  /** Throws a sentence if the backup lost it. */
  async get(key: string): Promise<Uint8Array> {
    const content = await this.#blobs.get(`${this.name}/${key}`)
    if (content === null) throw new Error(`The backup ${this.name} is damaged: ${key} is missing.`)
    return content
  }

  /** Keys below a folder, without the folder. */
  async *keysUnder(folder: string): AsyncIterable<string> {
    const prefix = `${this.name}/${folder}/`
    for await (const { key } of this.#blobs.list(prefix)) yield key.slice(prefix.length)
  }

  /** Keeps a stream in gzipped parts; resolves to their number. */
  async putParts(keyOf: (part: number) => string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let [parts, held, bytes]: [number, Uint8Array[], number] = [0, [], 0]
    const flush = async () => {
      await this.put(keyOf(parts), await zip(Buffer.concat(held), isFast))
      parts += 1
      held = []
      bytes = 0
    }
    for await (const chunk of chunks) {
      held.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= partBytes) await flush()
    }
    if (bytes > 0) await flush()
    return parts
  }

  async *getParts(keyOf: (part: number) => string, parts: number): AsyncIterable<Uint8Array> {
    for (let part = 0; part < parts; part += 1) yield await unzip(await this.get(keyOf(part)))
  }

  async finish(manifest: BackupManifest): Promise<void> {
    await this.put(backupKeys.manifest, Buffer.from(JSON.stringify(manifest)))
  }

  /** Throws a sentence if there is no such backup, or it was cut short. */
  async manifest(): Promise<BackupManifest> {
    const content = await this.#blobs.get(`${this.name}/${backupKeys.manifest}`)
    if (content === null) throw new Error(`There is no whole backup ${this.name}.`)
    return BackupManifest.parse(JSON.parse(new TextDecoder().decode(content)))
  }

  async isWhole(): Promise<boolean> {
    return (await this.#blobs.get(`${this.name}/${backupKeys.manifest}`)) !== null
  }

  async remove(): Promise<void> {
    // First what makes it whole, so that what a kill leaves is no backup.
    await this.#blobs.delete(`${this.name}/${backupKeys.manifest}`)
    for await (const { key } of this.#blobs.list(`${this.name}/`)) await this.#blobs.delete(key)
  }
}

const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** The names of the backups in a store, the oldest first; also of those that were cut short. */
export async function listBackups(blobs: BlobStore): Promise<string[]> {
  const names = new Set<string>()
  for await (const { key } of blobs.list('')) names.add(key.slice(0, key.indexOf('/')))
  return [...names].filter((name) => nameForm.test(name)).sort()
}

/** The newest whole backup, null if there is none; `skipped` gets the newer ones, cut short. */
export async function newestBackup(
  blobs: BlobStore,
  skipped: (name: string) => void,
): Promise<BackupStore | null> {
  for (const name of (await listBackups(blobs)).reverse()) {
    const store = new BackupStore(blobs, name)
    if (await store.isWhole()) return store
    skipped(name)
  }
  return null
}
