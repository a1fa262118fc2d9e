import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** Resident memory of one process, in megabytes. */
interface ProcessMemory {
  readonly name: string
  readonly mb: number
}

/** Memory of a process when it was first seen, and at most. */
export interface MemoryGrowth {
  readonly name: string
  readonly beforeMb: number
  readonly peakMb: number
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
  const [status = '', command = ''] = await Promise.all(
    ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
  )
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
  const kb = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  if (parent === undefined || kb === undefined) return null
  return { id: Number(id), parent: Number(parent), name: nameOf(command), mb: Number(kb) / 1024 }
}

/** Of services/documents/src/main.ts `documents`, of another program its file. */
function nameOf(command: string): string {
  const words = command.split('\0')
  const program = words.findLast((word) => word.endsWith('.ts')) ?? words[0] ?? ''
  const [, part] = /(?:^|\/)(?:services|deploy)\/([\w-]+)\/(?:src\/)?main\.ts$/.exec(program) ?? []
  return part ?? basename(program, '.ts')
}

/** Watches memory until disposed. */
export class MemoryWatch implements Disposable {
  readonly #pid: number
  readonly #seen = new Map<number, MemoryGrowth>()
  readonly #timer: NodeJS.Timeout

  private constructor(pid: number) {
    this.#pid = pid
    this.#timer = setInterval(() => void this.look(), 500)
  }

  static async start(pid: number): Promise<MemoryWatch> {
    const watch = new MemoryWatch(pid)
    await watch.look()
    return watch
  }

  async look(): Promise<void> {
    for (const [id, { name, mb }] of await memoryOf(this.#pid)) {
      const { beforeMb = mb, peakMb = mb } = this.#seen.get(id) ?? {}
      this.#seen.set(id, { name, beforeMb, peakMb: Math.max(peakMb, mb) })
    }
  }

  /** Of each program the process that grew most, and the one that grew most of all first. */
  get growths(): readonly MemoryGrowth[] {
    const all = [...this.#seen.values()].sort((a, b) => growthOf(b) - growthOf(a))
    return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** By how many megabytes a process grew. */
export function growthOf({ beforeMb, peakMb }: MemoryGrowth): number {
  return peakMb - beforeMb
}
