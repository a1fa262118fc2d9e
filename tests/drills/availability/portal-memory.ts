import { readdir, readFile } from 'node:fs/promises'

/** Resident memory of one process, in megabytes. */
export interface ProcessMemory {
  readonly name: string
  readonly mb: number
}

/** Resident memory of a process and its descendants, apart from Postgres, as /proc shows it. */
async function memoryOf(pid: number): Promise<ReadonlyMap<number, ProcessMemory>> {
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readProcess),
  )
  const processes = all.filter((one) => one !== null)
  const family = new Set([pid])
  for (const ancestor of family)
    for (const { id, parent } of processes) if (parent === ancestor) family.add(id)
  const own = processes.filter(({ id, name }) => family.has(id) && !name.includes('postgres'))
  return new Map(own.map(({ id, name, mb }) => [id, { name, mb }]))
}

/** Null for a process that has ended meanwhile. */
async function readProcess(id: string) {
  const [status, command] = await Promise.all(
    ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
  )
  const parent = /^PPid:\s+(\d+)/m.exec(status ?? '')?.[1]
  const kb = /^VmRSS:\s+(\d+)/m.exec(status ?? '')?.[1]
  if (parent === undefined || kb === undefined) return null
  const program = (command ?? '').split('\0').findLast((word) => word.endsWith('.ts')) ?? command ?? ''
  return { id: Number(id), parent: Number(parent), name: program, mb: Number(kb) / 1024 }
}

/** Watches memory until disposed; `peak` is the largest growth of one process since the start. */
export class MemoryWatch implements Disposable {
  readonly #pid: number
  readonly #before: ReadonlyMap<number, ProcessMemory>
  readonly #peaks = new Map<number, ProcessMemory>()
  readonly #timer: NodeJS.Timeout

  private constructor(pid: number, before: ReadonlyMap<number, ProcessMemory>) {
    this.#pid = pid
    this.#before = before
    this.#timer = setInterval(() => void this.look(), 500)
  }

  static async start(pid: number): Promise<MemoryWatch> {
    return new MemoryWatch(pid, await memoryOf(pid))
  }

  async look(): Promise<void> {
    for (const [id, now] of await memoryOf(this.#pid))
      if (now.mb > (this.#peaks.get(id)?.mb ?? 0)) this.#peaks.set(id, now)
  }

  /** Growth and peak of the process that grew most. */
  get most(): { readonly grownMb: number; readonly peakMb: number; readonly name: string } {
    const grown = [...this.#peaks].map(([id, { mb, name }]) => ({
      ...{ name, peakMb: mb },
      grownMb: mb - (this.#before.get(id)?.mb ?? mb),
    }))
    return grown.sort((a, b) => b.grownMb - a.grownMb)[0] ?? { grownMb: 0, peakMb: 0, name: '' }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
