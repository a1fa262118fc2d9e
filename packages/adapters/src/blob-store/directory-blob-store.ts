import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobEntry, BlobInfo, BlobStore } from '@portal/service-kit/ports/blob-store'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { sha256Of } from '@portal/service-kit/sha256-of'
import { checkBlobKey, checkBlobPrefix, organizationPrefix } from './blob-key.ts'
import { codeOf, DurableWriter, nullWhenMissing, syncFolder } from './directory/durable-writer.ts'

const blobsFolder = 'blobs'
/** Unfinished files older than this were left by a process that died. */
const leftoverAfterMs = 60 * 60 * 1000
/** File format: mark, binary SHA-256, content; one file, so that they change together. */
const fileMark = Buffer.from('portal-blob-1\n')
const headerBytes = fileMark.byteLength + 32
/** Codes (errno(3)) of which the folder is the cause rather than the content. */
const folderTroubles = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** Stores blobs as files in a folder of its own. */
export class DirectoryBlobStore implements BlobStore {
  readonly holds = 'files'
  readonly #folder: string
  readonly #writer: DurableWriter

  private constructor(folder: string, writer: DurableWriter) {
    this.#folder = folder
    this.#writer = writer
  }

  /** Creates the folder if missing and removes partial files of killed processes. */
  static async open(folder: string): Promise<DirectoryBlobStore> {
    await mkdir(join(folder, blobsFolder), { recursive: true, mode: 0o700 })
    const writer = await DurableWriter.open(folder)
    await writer.removeUnfinished(leftoverAfterMs)
    return new DirectoryBlobStore(folder, writer)
  }

  async put(key: string, content: Uint8Array): Promise<BlobInfo> {
    const path = this.#pathOf(key)
    const digest = await sha256Of(content)
    await this.#writer.write(path, [fileMark, digest, content]).catch((error: unknown) => {
      throw folderTroubles.has(codeOf(error) ?? '') ? unavailable(error) : error
    })
    return { key, sizeBytes: content.byteLength, sha256: digest.toString('hex') }
  }

  async get(key: string): Promise<Uint8Array | null> {
    await using file = await open(this.#pathOf(key)).catch(nullWhenMissing)
    if (file === null) return null
    const header = await readAt(file, { start: 0, length: headerBytes })
    const length = Math.max(0, (await file.stat()).size - headerBytes)
    const content = await readAt(file, { start: headerBytes, length })
    const stored = header.subarray(fileMark.byteLength)
    const isWhole = header.subarray(0, fileMark.byteLength).equals(fileMark)
    if (!isWhole || !(await sha256Of(content)).equals(stored))
      throw new Error(`The blob ${key} was changed after it was stored: its checksum does not match.`)
    return content
  }

  async getPart(key: string, start: number, end: number): Promise<Uint8Array | null> {
    const path = this.#pathOf(key)
    await using file = await open(path).catch(nullWhenMissing)
    if (file === null) return null
    return await readAt(file, { start: headerBytes + start, length: Math.max(0, end - start) })
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await rm(path, { force: true })
    await syncFolder(dirname(path)).catch(nullWhenMissing)
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const folder = checkBlobPrefix(prefix).split('/').slice(0, -1).join('/')
    for await (const key of this.#keysUnder(folder)) {
      if (!key.startsWith(prefix)) continue
      const found = await stat(this.#pathOf(key)).catch(nullWhenMissing)
      if (found !== null) yield { key, storedAt: found.mtime }
    }
  }

  removeUnfinished(olderThanMs: number): Promise<number> {
    return this.#writer.removeUnfinished(olderThanMs)
  }

  async countOf(organizationId: number): Promise<number> {
    let count = 0
    for await (const _ of this.list(organizationPrefix(organizationId))) count += 1
    return count
  }

  /** Uploads in progress have no name yet; `removeUnfinished` finds them. */
  async purge(organizationId: number): Promise<void> {
    const folder = join(this.#folder, blobsFolder, organizationPrefix(organizationId))
    await rm(folder, { recursive: true, force: true })
    await syncFolder(dirname(folder)).catch(nullWhenMissing)
  }

  async check(): Promise<void> {
    await this.#writer.check().catch((error: unknown) => {
      throw unavailable(error)
    })
  }

  async *#keysUnder(folder: string): AsyncIterable<string> {
    const path = join(this.#folder, blobsFolder, folder)
    for (const entry of (await readdir(path, { withFileTypes: true }).catch(nullWhenMissing)) ?? []) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* this.#keysUnder(key)
      else yield key
    }
  }

  #pathOf(key: string): string {
    return join(this.#folder, blobsFolder, checkBlobKey(key))
  }
}

/** Fewer bytes if the file ends before. */
async function readAt(
  file: FileHandle,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, start + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

function unavailable(error: unknown): EngineUnavailable {
  const code = codeOf(error) ?? 'unknown reason'
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  const trouble = isFull ? 'has no space left' : `cannot be read and written (${code})`
  return new EngineUnavailable(`The folder for files ${trouble}.`, 10, { cause: error })
}
