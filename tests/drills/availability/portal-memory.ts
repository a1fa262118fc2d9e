import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { sleep } from '@portal/service-kit/sleep'
import { liveMemoryOf } from './live-memory.ts'

const lookEveryMs = 500

/** Resident memory of one process, in megabytes. */
interface ProcessMemory {
  readonly name: string
  readonly mb: number
  /** Of the process, without its garbage. */
  readonly live: () => Promise<number>
}

/** Memory of a process when it was first seen, without garbage, and at most. */
export interface MemoryGrowth {
  readonly name: string
  readonly beforeMb: number
  readonly peakMb: number
}

interface Seen extends MemoryGrowth {
  /** It grew beyond the bound, garbage included. */
  readonly isLarge: boolean
}

/**
 * Resident memory of a process and its descendants, apart from Postgres, as /proc shows it. Looks
 * at no other process: there may be hundreds, and this must not disturb what is measured.
 */
function memoryOf(pid: number): ReadonlyMap<number, ProcessMemory> {
  const family = new Set([pid])
  for (const ancestor of family) for (const child of childrenOf(ancestor)) family.add(child)
  const all = [...family].map((id) => [id, readProcess(id)] as const)
  return new Map(
    all.flatMap(([id, found]) => (found && !found.name.includes('postgres') ? [[id, found]] : [])),
  )
}

/** A child belongs to the thread that started it. */
function childrenOf(pid: number): number[] {
  const lists = threadsOf(pid).map((thread) => readProc(`${pid}/task/${thread}/children`))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** None of a process that has ended meanwhile. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Null for a process that has ended meanwhile. */
function readProcess(id: number): ProcessMemory | null {
  const [status, command] = [readProc(`${id}/status`), readProc(`${id}/cmdline`)]
  const kb = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  // A process that is being born has no command yet, and none of its memory.
  if (kb === undefined || command === '') return null
  const mb = Number(kb) / 1024
  return { name: nameOf(command), mb, live: async () => (await liveMemoryOf(id, status)) ?? mb }
}

const page = Buffer.alloc(16 * 1024)

/**
 * Empty for what has ended meanwhile. Into one buffer: with a buffer for each of the hundreds of
 * files, the process that measures the portal would collect garbage twice a second.
 */
function readProc(path: string): string {
  try {
    const file = openSync(`/proc/${path}`, 'r')
    try {
      return page.toString('utf8', 0, readSync(file, page))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** Of services/documents/src/main.ts `documents`, of another program its file. */
function nameOf(command: string): string {
  const words = command.split('\0')
  const program = words.findLast((word) => word.endsWith('.ts')) ?? words[0] ?? ''
  const [, part] = /(?:^|\/)(?:services|deploy)\/([\w-]+)\/(?:src\/)?main\.ts$/.exec(program) ?? []
  return part ?? basename(program, '.ts')
}

/**
 * Watches memory until disposed. What is resident beyond the bound counts without garbage: there is
 * much of it on a busy machine, and it gives way when it has to. Garbage is collected only when
 * asked, because nobody is answered meanwhile.
 */
export class MemoryWatch implements AsyncDisposable {
  readonly #pid: number
  readonly #growthMbMax: number
  readonly #seen = new Map<number, Seen>()
  readonly #ended = new AbortController()
  #watching: Promise<void> = Promise.resolve()

  private constructor(pid: number, growthMbMax: number) {
    this.#pid = pid
    this.#growthMbMax = growthMbMax
  }

  static async start(pid: number, growthMbMax: number): Promise<MemoryWatch> {
    const watch = new MemoryWatch(pid, growthMbMax)
    await watch.#look()
    watch.#watching = watch.#lookOn()
    return watch
  }

  /** Looks for the last time. */
  async end(): Promise<void> {
    this.#ended.abort()
    await this.#watching
    await this.collect()
  }

  /** Has those who are beyond the bound collect their garbage, and counts what they have left. */
  async collect(): Promise<void> {
    await this.#look()
    for (const [id, memory] of memoryOf(this.#pid)) {
      const seen = this.#seen.get(id)
      if (!seen?.isLarge) continue
      const peakMb = Math.max(seen.peakMb, await memory.live())
      this.#seen.set(id, { ...seen, peakMb, isLarge: false })
    }
  }

  async #look(): Promise<void> {
    for (const [id, memory] of memoryOf(this.#pid)) {
      const seen = this.#seen.get(id) ?? (await firstSeen(memory))
      const isLarge = memory.mb - seen.beforeMb >= this.#growthMbMax
      const peakMb = isLarge ? seen.peakMb : Math.max(seen.peakMb, memory.mb)
      this.#seen.set(id, { ...seen, peakMb, isLarge: isLarge || seen.isLarge })
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
      await this.#look()
    }
  }
}

async function firstSeen({ name, live }: ProcessMemory): Promise<Seen> {
  const mb = await live()
  return { name, beforeMb: mb, peakMb: mb, isLarge: false }
}

/** By how many megabytes a process grew. */
export function growthOf({ beforeMb, peakMb }: MemoryGrowth): number {
  return peakMb - beforeMb
}
