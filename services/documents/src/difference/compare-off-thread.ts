import { DifferenceReader, type PackedDifference } from '@portal/difference/packed-difference'
import type { ChangedSection, Summary } from '@portal/difference/summarize'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Context } from '../ports.ts'
import { versionTexts } from '../schema.ts'
import { inDifferenceThread } from './in-difference-thread.ts'
import type { QuotedText } from './present-rows.ts'

/** A difference with its overview, and the texts that its rows quote. */
export interface ComparedTexts {
  readonly reader: DifferenceReader
  readonly summary: Summary
  readonly sections: readonly ChangedSection[]
  readonly before: QuotedText
  readonly after: QuotedText
}

/** A version that has been read: its text never changes, so it need not be compared again. */
export interface ReadVersion {
  readonly id: string
  readonly fileType: string
  readonly textBytes: number
}

/** Two versions that the person may open. */
export interface VersionPair {
  readonly before: ReadVersion
  readonly after: ReadVersion
}

const megabyte = 1024 * 1024
const cachedBytes = 96 * megabyte
/** Versions with more text in all take seconds. */
const heavyBytes = 2 * megabyte
const cache = new LRUCache<string, ComparedTexts>({
  maxSize: cachedBytes,
  sizeCalculation: ({ reader, before, after }) =>
    reader.byteLength + bytesOf(before) + bytesOf(after) + megabyte / 64,
})

/** At most, as characters take one or two bytes; a section's object takes some hundred. */
function bytesOf({ text, sections }: QuotedText): number {
  return 2 * text.length + 100 * sections.length
}

/**
 * Compares in a thread of its own at the caller's turn; the same pair once while it is kept. The
 * texts are loaded only then.
 */
export function compareOffThread(ctx: Context, { before, after }: VersionPair): Promise<ComparedTexts> {
  const key = `${ctx.organizationId} ${before.id} ${after.id}`
  const known = cache.get(key)
  if (known) return Promise.resolve(known)
  const isHeavy = before.textBytes + after.textBytes > heavyBytes
  return inDifferenceThread(ctx, { module: worker, isHeavy }, async (run) => {
    const sameMeanwhile = cache.get(key)
    if (sameMeanwhile) return sameMeanwhile
    const texts = { before: await loadText(ctx, before), after: await loadText(ctx, after) }
    const compared = {
      before: comparedText(texts.before, before),
      after: comparedText(texts.after, after),
    }
    const { packed, summary, sections } = await run<WorkerResult>(compared)
    const result = { reader: new DifferenceReader(packed), summary, sections, ...texts }
    cache.set(key, result)
    return result
  })
}

const worker = new URL('./difference-worker.ts', import.meta.url)

type LoadedText = Pick<typeof versionTexts.$inferSelect, 'text' | 'sections' | 'pages'>

async function loadText(ctx: Context, { id }: ReadVersion): Promise<LoadedText> {
  const { text, sections, pages } = versionTexts
  const wanted = own(versionTexts, ctx, eq(versionTexts.versionId, id))
  const [row] = await ctx.tx((db) => db.select({ text, sections, pages }).from(versionTexts).where(wanted))
  return row ?? { text: '', sections: [], pages: [] }
}

function comparedText({ text, sections }: LoadedText, { fileType: type }: ReadVersion) {
  return { text, headings: sections.map(({ start, level }) => ({ start, level })), type }
}

/** Safe: only difference-worker.ts writes to this channel. */
interface WorkerResult {
  readonly packed: PackedDifference
  readonly summary: Summary
  readonly sections: readonly ChangedSection[]
}
