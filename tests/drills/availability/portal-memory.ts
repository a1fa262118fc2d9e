import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sleep } from '@portal/service-kit/sleep'

const lookEveryMs = 500

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

/**
 * Resident memory of a process and its descendants, apart from Postgres, as /proc shows it. Looks
 * at no other process: there may be hundreds, and this must not disturb what is measured.
 */
async function memoryOf(pid: number): Promise<ReadonlyMap<number, ProcessMemory>> {
  const family = new Set([pid])
  for (const ancestor of family) for (const child of await childrenOf(ancestor)) family.add(child)
  const all = await Promise.all([...family].map(async (id) => [id, await readProcess(id)] as const))
  return new Map(
    all.flatMap(([id, found]) => (found && !found.name.includes('postgres') ? [[id, found]] : [])),
  )
}

/** A child belongs to the thread that started it. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(threads.map((thread) => readProc(`${pid}/task/${thread}/children`)))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** Null for a process that has ended meanwhile. */
async function readProcess(id: number): Promise<ProcessMemory | null> {
  const [status = '', command = ''] = await Promise.all(
    ['status', 'cmdline'].map((file) => readProc(`${id}/${file}`)),
  )
  const kb = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kb === undefined ? null : { name: nameOf(command), mb: Number(kb) / 1024 }
}

function readProc(path: string): Promise<string> {
  return readFile(`/proc/${path}`, 'utf8').catch(() => '')
}

/** Of services/documents/src/main.ts `documents`, of another program its file. */
function nameOf(command: string): string {
  const words = command.split('\0')
  const program = words.findLast((word) => word.endsWith('.ts')) ?? words[0] ?? ''
  const [, part] = /(?:^|\/)(?:services|deploy)\/([\w-]+)\/(?:src\/)?main\.ts$/.exec(program) ?? []
  return part ?? basename(program, '.ts')
}

/** Watches memory until disposed. */
export class MemoryWatch implements AsyncDisposable {
  readonly #pid: number
  readonly #seen = new Map<number, MemoryGrowth>()
  readonly #ended = new AbortController()
  #watching: Promise<void> = Promise.resolve()

  private constructor(pid: number) {
    this.#pid = pid
  }

  static async start(pid: number): Promise<MemoryWatch> {
    const watch = new MemoryWatch(pid)
    await watch.look()
    watch.#watching = watch.#lookOn()
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort()
    await this.#watching
  }

  async #lookOn(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await sleep(lookEveryMs, this.#ended.signal)
      await this.look()
    }
  }
}

/** By how many megabytes a process grew. */
export function growthOf({ beforeMb, peakMb }: MemoryGrowth): number {
  return peakMb - beforeMb
}
