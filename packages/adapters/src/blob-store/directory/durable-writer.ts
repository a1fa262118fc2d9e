import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { uuidV7 } from '@portal/service-kit/uuid-v7'

/** Writes files atomically and durably, even across a power failure. */
export class DurableWriter {
  readonly #root: string
  readonly #incoming: string
  /** Folders known to be durable, checked once per process. */
  readonly #durable: Set<string>

  private constructor(root: string) {
    this.#root = root
    this.#incoming = join(root, 'incoming')
    this.#durable = new Set([root])
  }

  /** Creates the folder if missing, with one inside for unfinished files. */
  static async open(root: string): Promise<DurableWriter> {
    const writer = new DurableWriter(root)
    await mkdir(writer.#incoming, { recursive: true, mode: 0o700 })
    return writer
  }

  /** Writes a temporary file, syncs and renames it, and syncs the folders up to the root. */
  async write(path: string, parts: readonly Uint8Array[]): Promise<void> {
    const temporary = join(this.#incoming, uuidV7())
    try {
      await writeSynced(temporary, parts)
      await mkdir(dirname(path), { recursive: true })
      await rename(temporary, path)
      await syncFolder(dirname(path))
      await this.#keepFolder(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Throws unless files can be written and read. */
  async check(): Promise<void> {
    const probe = join(this.#incoming, uuidV7())
    await this.write(probe, [Buffer.from('probe')])
    await readFile(probe)
    await rm(probe)
  }

  /** Removes unfinished files older than `olderThanMs`; returns their number. */
  async removeUnfinished(olderThanMs: number): Promise<number> {
    const paths = (await readdir(this.#incoming)).map((name) => join(this.#incoming, name))
    return removeOld(paths, olderThanMs)
  }

  async #keepFolder(folder: string): Promise<void> {
    if (this.#durable.has(folder) || !folder.startsWith(this.#root)) return
    await syncFolder(dirname(folder))
    await this.#keepFolder(dirname(folder))
    this.#durable.add(folder)
  }
}

async function writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  for (const part of parts) await file.writeFile(part)
  await file.sync()
}

/** Removes those of the files that are older; returns their number. Other processes may as well. */
export async function removeOld(paths: readonly string[], olderThanMs: number): Promise<number> {
  let removed = 0
  for (const path of paths) {
    const found = await stat(path).catch(nullWhenMissing)
    if (found === null || Date.now() - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** The code of a system error, such as ENOSPC (errno(3)). */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

/** Null for the error of a missing file or folder; others are thrown. */
export function nullWhenMissing(error: unknown): null {
  if (/^(ENOENT|EISDIR|ENOTDIR)$/.test(codeOf(error) ?? '')) return null
  throw error
}

/** Makes directory changes durable. Windows neither has nor needs such a call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
