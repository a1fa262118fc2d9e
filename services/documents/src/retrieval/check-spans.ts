import { readOut } from '@portal/clauses/below-header'
import { cutClauses } from '@portal/clauses/cut-clauses'
import type { documentsApi } from '@portal/contracts/documents'
import type { TextSpan } from '@portal/contracts/retrieval'
import type { Supposition } from '@portal/contracts/reviewed-retrieval'
import type { Span } from '@portal/file-rules/sentence-spans'
import { cosine } from '@portal/ranking/same-meaning'
import { own } from '@portal/service-kit/database/own'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { and, eq, gte, inArray, lte, or } from 'drizzle-orm'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, passages, versions, versionTexts } from '../schema.ts'
import { type CitableRow, citable, citablePassages } from './citable.ts'
import { encodeOnce } from './encode-once.ts'
import { encodeQuestion } from './encode-question.ts'
import { orSearchUnavailable } from './retrieve-passages.ts'

/** Runs here, next to the encoder and the question's vector, so that chat needs no encoder. */
export const compareSpans: Verb<typeof documentsApi.compareSpans> = async (ctx, { body }) => {
  const { spans, question: asked } = body
  const ids = spans.map(({ passageId }) => passageId)
  const known = await citablePassages(ctx, ids, body.supposed)
  const pieces = spans.map(({ passageId, start, end, isAlone }) => {
    const row = known.get(passageId)
    const words = row && wordsOf(row.passage.text, { start, end })
    return row && words ? (isAlone ? words : belowTitles(row, words)) : null
  })
  const texts = pieces.filter((piece) => piece !== null)
  const { embedder } = ctx.ports
  const encoding = Promise.all([
    encodeQuestion(embedder, asked, ctx),
    encodeOnce(embedder, { texts, kind: 'passage', asker: ctx }),
  ])
  const [{ vector, reworded }, vectors] = await orSearchUnavailable(encoding)
  const left = vectors.values()
  const nearness = (piece: Float32Array | undefined) => {
    if (!vector || !piece) return null
    const own = cosine(vector, piece)
    return reworded ? Math.max(own, cosine(reworded.vector, piece)) : own
  }
  return { similarities: pieces.map((piece) => (piece === null ? null : nearness(left.next().value))) }
}

/** The words of a part; rows of tables as one would read them out. */
function wordsOf(text: string, { start, end }: Span): string {
  const clauses = cutClauses(text)
  const isIn = (clause: Span) => clause.start >= start && clause.end <= end
  const [first, last] = [clauses.findIndex(isIn), clauses.findLastIndex(isIn)]
  const isWhole = clauses[first]?.start === start && clauses[last]?.end === end
  return isWhole ? readOut({ text, clauses, first, last }) : text.slice(start, end)
}

/** What a part says depends on the titles above it: "Suppliers: none" of a policy on gifts. */
function belowTitles({ document, passage }: CitableRow, words: string): string {
  return `${[document.title, ...passage.headingPath].join(' > ')}: ${words}`
}

/** Texts of several megabytes are held one at a time in a process. */
const wholeTexts = new WorkQueue(1)

/**
 * A citation is valid if it equals the stored text at its offsets in a citable version. Nearly all
 * are of one passage, which holds that part of the text; of the others the text is read.
 */
export const verifySpans: Verb<typeof documentsApi.verifySpans> = async (ctx, { body }) => {
  const { spans, supposed } = body
  const held = await passagesAround(ctx, spans, supposed)
  const known = spans.map((span) => {
    const around = held.find((each) => each.versionId === span.versionId && holds(each, span))
    return around ? sliceOf(around, span) === span.text : null
  })
  const others = spans.filter(({ start, end }, at) => known[at] === null && end > start)
  const valid = new Set<TextSpan>()
  for (const versionId of await citableTexts(ctx, others, supposed)) {
    const ofVersion = others.filter((span) => span.versionId === versionId)
    for (const span of await matching(ctx, versionId, ofVersion)) valid.add(span)
  }
  return { valid: spans.map((span, at) => span.end > span.start && (known[at] ?? valid.has(span))) }
}

function holds(around: Span, { start, end }: Span): boolean {
  return around.start <= start && end <= around.end
}

function sliceOf({ start, text }: { readonly start: number; readonly text: string }, span: Span): string {
  return text.slice(span.start - start, span.end - start)
}

/** The citable passages that have one of these spans in them. */
function passagesAround(ctx: Context, spans: readonly TextSpan[], supposed: Supposition | undefined) {
  if (spans.length === 0) return []
  const { versionId, start, end, text } = passages
  const isAround = spans.map((span) =>
    and(eq(versionId, span.versionId), lte(start, span.start), gte(end, span.end)),
  )
  return ctx.tx((db) =>
    db
      .select({ versionId, start, end, text })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx, supposed), or(...isAround))),
  )
}

/** The citable ones of the spans' versions. */
async function citableTexts(ctx: Context, spans: readonly TextSpan[], supposed: Supposition | undefined) {
  if (spans.length === 0) return []
  const ids = [...new Set(spans.map(({ versionId }) => versionId))]
  const rows = await ctx.tx((db) =>
    db
      .select({ versionId: versionTexts.versionId })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx, supposed), inArray(versionTexts.versionId, ids))),
  )
  return rows.map(({ versionId }) => versionId)
}

/** Those of a citable version's spans that are in its text. */
function matching(ctx: Context, versionId: string, spans: readonly TextSpan[]): Promise<TextSpan[]> {
  return wholeTexts.run(async () => {
    const [row] = await ctx.tx((db) =>
      db
        .select({ text: versionTexts.text })
        .from(versionTexts)
        .where(own(versionTexts, ctx, eq(versionTexts.versionId, versionId))),
    )
    return row ? spans.filter((span) => sliceOf({ start: 0, text: row.text }, span) === span.text) : []
  }, ctx.signal)
}
