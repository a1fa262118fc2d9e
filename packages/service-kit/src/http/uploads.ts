import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, statfs, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CodedError } from '../coded-error.ts'
import { releaseBytes } from '../release-bytes.ts'
import { WorkQueue } from '../work-queue.ts'

/** Where uploads arrive, and when a disk counts as nearly full. */
export interface UploadDisk {
  /** Bodies are written here while they arrive. */
  readonly spoolFolder: string
  /** More folders whose disks must have space, such as the file store's. */
  readonly folders?: readonly string[]
  /** The smaller of both must be free: bytes, and a share of the disk between 0 and 1. */
  readonly freeBytesMin: number
  readonly freeShareMin: number
}

/** The system's temporary folder; a gigabyte or a twentieth of its disk must be free. */
export const temporaryUploadDisk: UploadDisk = {
  spoolFolder: tmpdir(),
  freeBytesMin: 1024 ** 3,
  freeShareMin: 0.05,
}

/** As many as the gateway lets through at once. */
const arrivingMax = 64
/** Of 10 MB each, which a thread that checks one copies: 160 MB at most. */
const inMemoryMax = 8
const inMemoryPerPerson = 4
/** Less than the gateway waits for a response. */
const waitMs = 5000

/** Bodies with a file: on disk while they arrive, then in memory, a few at a time. */
export class Uploads {
  /** Largest file, in bytes. */
  readonly bytesMax: number
  readonly #disk: UploadDisk
  readonly #inMemory = new WorkQueue(inMemoryMax)
  readonly #ofPerson = new Map<string, WorkQueue>()
  #arriving = 0

  constructor(bytesMax: number, disk: UploadDisk) {
    this.bytesMax = bytesMax
    this.#disk = disk
  }

  /** Throws `not_ready`, with a sentence for people, while a disk is nearly full or unusable. */
  async check(): Promise<void> {
    const { spoolFolder, folders = [], freeBytesMin, freeShareMin } = this.#disk
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 }).catch(noRoom)
    for (const folder of [spoolFolder, ...folders]) {
      const { bavail, blocks, bsize } = await statfs(folder).catch(noRoom)
      if (bavail * bsize < Math.min(freeBytesMin, freeShareMin * blocks * bsize)) noRoom()
    }
  }

  /**
   * Writes the body to disk, then runs `work` with it in memory at its turn. Throws CodedError:
   * `not_ready` without space or when the turn takes too long, or what `body` throws.
   */
  async receive<T>(
    body: AsyncIterable<Uint8Array>,
    personId: string,
    work: (body: Uint8Array<ArrayBuffer>) => Promise<T>,
  ): Promise<T> {
    if (this.#arriving >= arrivingMax) throw crowded()
    this.#arriving += 1
    try {
      await this.check()
      await using file = await openNameless(this.#disk.spoolFolder).catch(noRoom)
      await spool(body, file).catch(diskTrouble)
      return await this.#atTurn(personId, async () => work(await contentOf(file)))
    } finally {
      this.#arriving -= 1
    }
  }

  async #atTurn<T>(personId: string, work: () => Promise<T>): Promise<T> {
    const patience = AbortSignal.timeout(waitMs)
    const ofPerson = this.#ofPerson.get(personId) ?? new WorkQueue(inMemoryPerPerson)
    this.#ofPerson.set(personId, ofPerson)
    let isWaiting = true
    const begin = () => {
      isWaiting = false
      return work()
    }
    try {
      return await ofPerson.run(() => this.#inMemory.run(begin, patience), patience)
    } catch (error) {
      throw isWaiting ? crowded() : error
    } finally {
      if (ofPerson.running + ofPerson.waiting === 0) this.#ofPerson.delete(personId)
    }
  }
}

/** Without a name the system removes the file however this process ends: nothing is to be swept. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function spool(body: AsyncIterable<Uint8Array>, file: FileHandle): Promise<void> {
  for await (const chunk of body) {
    await file.writeFile(chunk)
    releaseBytes(chunk)
  }
}

async function contentOf(file: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  // Not filled with zeros before it is read, for which a request would wait 4 ms.
  const content = Buffer.allocUnsafeSlow((await file.stat()).size)
  const { bytesRead } = await file.read(content, 0, content.byteLength, 0)
  if (bytesRead !== content.byteLength) throw new Error('An upload on disk is shorter than it arrived.')
  return content
}

const diskTroubles = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])

function diskTrouble(error: unknown): never {
  const isOfDisk = error instanceof Error && 'code' in error && diskTroubles.has(String(error.code))
  if (isOfDisk) noRoom(error)
  throw error
}

function noRoom(cause?: unknown): never {
  const message = 'There is no room for uploads at the moment. Everything else works; please try again later.'
  throw new CodedError('not_ready', message, { retryAfterSeconds: 60, cause })
}

function crowded(): CodedError {
  const message = 'Too many uploads at once. Please try again in a moment.'
  return new CodedError('not_ready', message, { retryAfterSeconds: 5 })
}
