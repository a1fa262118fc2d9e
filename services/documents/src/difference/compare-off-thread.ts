import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ComparedText } from '@portal/difference/difference'
import { DifferenceReader, type PackedDifference } from '@portal/difference/packed-difference'
import type { ChangedSection, Summary } from '@portal/difference/summarize'
import { CodedError } from '@portal/service-kit/coded-error'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { LRUCache } from 'lru-cache'

/** A difference with its overview. */
export interface ComparedTexts {
  readonly reader: DifferenceReader
  readonly summary: Summary
  readonly sections: readonly ChangedSection[]
}

/** Two versions' texts. Organizations share no results. */
export interface TextPair {
  readonly organizationId: number
  readonly before: ComparedText
  readonly after: ComparedText
}

const megabyte = 1024 * 1024
const limits = { timeMs: 55_000, heapMegabytes: 1536, cachedBytes: 64 * megabyte }
const queue = new WorkQueue(2)
const cache = new LRUCache<string, ComparedTexts>({
  maxSize: limits.cachedBytes,
  sizeCalculation: ({ reader }) => reader.byteLength + megabyte / 64,
})
const running = new Map<string, Promise<ComparedTexts>>()

/** Compares in a thread of its own; the same pair of contents is compared once while it is kept. */
export function compareOffThread(pair: TextPair): Promise<ComparedTexts> {
  const key = `${pair.organizationId} ${contentHash(pair.before)} ${contentHash(pair.after)}`
  const known = cache.get(key)
  if (known) return Promise.resolve(known)
  const comparison =
    running.get(key) ?? queue.run(() => compareInThread(pair)).finally(() => running.delete(key))
  running.set(key, comparison)
  return comparison.then((result) => {
    cache.set(key, result)
    return result
  })
}

function contentHash({ text, headings, type }: ComparedText): string {
  return hash('sha256', `${type} ${JSON.stringify(headings)} ${text}`)
}

function compareInThread({ before, after }: TextPair): Promise<ComparedTexts> {
  const { promise, resolve, reject } = Promise.withResolvers<ComparedTexts>()
  const worker = new Worker(new URL('./difference-worker.ts', import.meta.url), {
    workerData: { before, after },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
  })
  const timer = setTimeout(() => void worker.terminate(), limits.timeMs)
  worker.once('message', (result: WorkerResult) =>
    resolve({ ...result, reader: new DifferenceReader(result.packed) }),
  )
  worker.once('error', reject)
  worker.once('exit', () => {
    clearTimeout(timer)
    const message = 'These versions are too large to be compared in time. Please try again later.'
    reject(new CodedError('deadline_exceeded', message))
  })
  return promise
}

/** Safe: only difference-worker.ts writes to this channel. */
interface WorkerResult {
  readonly packed: PackedDifference
  readonly summary: Summary
  readonly sections: readonly ChangedSection[]
}
