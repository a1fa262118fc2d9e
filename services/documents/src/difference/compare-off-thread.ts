import { hash } from 'node:crypto'
import type { ComparedText } from '@portal/difference/difference'
import { DifferenceReader, type PackedDifference } from '@portal/difference/packed-difference'
import type { ChangedSection, Summary } from '@portal/difference/summarize'
import { LRUCache } from 'lru-cache'
import { inDifferenceThread } from './in-difference-thread.ts'

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
const cachedBytes = 64 * megabyte
const cache = new LRUCache<string, ComparedTexts>({
  maxSize: cachedBytes,
  sizeCalculation: ({ reader }) => reader.byteLength + megabyte / 64,
})
const running = new Map<string, Promise<ComparedTexts>>()

/** Compares in a thread of its own; the same pair of contents is compared once while it is kept. */
export function compareOffThread(pair: TextPair): Promise<ComparedTexts> {
  const key = `${pair.organizationId} ${contentHash(pair.before)} ${contentHash(pair.after)}`
  const known = cache.get(key)
  if (known) return Promise.resolve(known)
  const comparison = running.get(key) ?? compareInThread(pair).finally(() => running.delete(key))
  running.set(key, comparison)
  return comparison.then((result) => {
    cache.set(key, result)
    return result
  })
}

function contentHash({ text, headings, type }: ComparedText): string {
  return hash('sha256', `${type} ${JSON.stringify(headings)} ${text}`)
}

async function compareInThread({ before, after }: TextPair): Promise<ComparedTexts> {
  const worker = new URL('./difference-worker.ts', import.meta.url)
  const result = await inDifferenceThread<WorkerResult>(worker, { before, after })
  return { ...result, reader: new DifferenceReader(result.packed) }
}

/** Safe: only difference-worker.ts writes to this channel. */
interface WorkerResult {
  readonly packed: PackedDifference
  readonly summary: Summary
  readonly sections: readonly ChangedSection[]
}
