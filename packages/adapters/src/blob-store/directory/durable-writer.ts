import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { uuidV7 } from '@portal/service-kit/uuid-v7'

/** Writes files atomically and durably, even across a power failure. */
export class DurableWriter {
  readonly #root: string
  readonly #temporaryFolder: string
  /** Folders known to be durable, checked once per process. */
  readonly #durable: Set<string>

  /** Both folders must exist, on one file system. */
  constructor(root: string, temporaryFolder: string) {
    this.#root = root
    this.#temporaryFolder = temporaryFolder
    this.#durable = new Set([root])
  }

  /** Writes a temporary file, syncs and renames it, and syncs the folders up to the root. */
  async write(path: string, parts: readonly Uint8Array[]): Promise<void> {
    const temporary = join(this.#temporaryFolder, uuidV7())
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

  async #keepFolder(folder: string): Promise<void> {
    if (this.#durable.has(folder) || !folder.startsWith(this.#root)) return
    await syncFolder(dirname(folder))
    await this.#keepFolder(dirname(folder))
    this.#durable.add(folder)
  }
}

async function writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (const part of parts) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes directory changes durable. Windows neither has nor needs such a call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
