import { type Transferable, Worker } from 'node:worker_threads'
import type { WorkQueue } from '../work-queue.ts'
import { bareEnvironment } from './bare-environment.ts'

const limits = { timeMs: 55_000, heapMegabytes: 1536 }
/** Before the module, whose code takes a while to load. */
const yieldFirst = new URL('./yield-first.ts', import.meta.url).href
/** Loading the code of a thread costs a fifth of a second of processor time. */
const keptMs = 10_000

/** One call of the module that serves a thread. */
export interface ThreadRun {
  /** Copied, but for what is transferred. */
  readonly data: unknown
  readonly transfer?: readonly Transferable[]
  /** How many run at a time. */
  readonly queue: WorkQueue
  /** What is thrown if it takes too long, or too much memory. */
  readonly tooLarge: () => Error
  /** Keeps the thread for the next call; only for code that its input cannot affect. */
  readonly isKept?: boolean
}

/** An idle thread, kept for the next call. */
interface Waiting {
  readonly worker: Worker
  /** Removes the listeners and the timer of its idle time. */
  readonly leave: () => void
}

/** By module. */
const kept = new Map<string, Waiting[]>()

/**
 * Runs a module that calls `serveThread` in a thread of its own, so that long work holds up no
 * request. One that takes too long is ended.
 */
export function runInThread<Result>(
  module: URL,
  { data, transfer = [], queue, tooLarge, isKept = false }: ThreadRun,
): Promise<Result> {
  return queue.run(async () => {
    const worker = takeKept(module) ?? startWorker(module)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const listeners = {
      message: resolve,
      error: (error: unknown) => reject(isOutOfMemory(error) ? tooLarge() : error),
      exit: () => reject(tooLarge()),
    }
    for (const [event, listener] of Object.entries(listeners)) worker.once(event, listener)
    const timer = setTimeout(() => void worker.terminate(), limits.timeMs)
    worker.ref()
    worker.postMessage(data, transfer)
    try {
      const result = await promise
      if (isKept) keep(module, worker)
      // Its place in the queue is free only when its memory is, too.
      else await worker.terminate()
      return result
    } finally {
      clearTimeout(timer)
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener)
    }
  })
}

function startWorker(module: URL): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: limits.heapMegabytes }
  return new Worker(module, {
    env: bareEnvironment(),
    execArgv: ['--import', yieldFirst],
    resourceLimits,
  })
}

function takeKept(module: URL): Worker | undefined {
  const waiting = kept.get(module.href)?.pop()
  waiting?.leave()
  return waiting?.worker
}

/** Keeps an idle thread for a while; it does not keep the process alive. */
function keep(module: URL, worker: Worker): void {
  const all = kept.get(module.href) ?? []
  kept.set(module.href, all)
  const end = () => {
    waiting.leave()
    all.splice(all.indexOf(waiting), 1)
    void worker.terminate()
  }
  const timer = setTimeout(end, keptMs).unref()
  worker.once('exit', end).once('error', end).unref()
  const leave = () => {
    clearTimeout(timer)
    worker.off('exit', end).off('error', end)
  }
  const waiting: Waiting = { worker, leave }
  all.push(waiting)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
