import { readOut } from '@portal/clauses/below-header'
import { cutClauses } from '@portal/clauses/cut-clauses'
import type { documentsApi } from '@portal/contracts/documents'
import type { Span } from '@portal/file-rules/sentence-spans'
import { cosine } from '@portal/ranking/same-meaning'
import { and, inArray } from 'drizzle-orm'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
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
  const { signal } = ctx
  const encoding = Promise.all([
    encodeQuestion(embedder, asked, signal),
    encodeOnce(embedder, { texts, kind: 'passage', signal }),
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

/** A citation is valid if it equals the stored text at its offsets in a citable version. */
export const verifySpans: Verb<typeof documentsApi.verifySpans> = async (ctx, { body }) => {
  const ids = [...new Set(body.spans.map((span) => span.versionId))]
  if (ids.length === 0) return { valid: [] }
  const rows = await ctx.tx((db) =>
    db
      .select({ versionId: versionTexts.versionId, text: versionTexts.text })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx, body.supposed), inArray(versionTexts.versionId, ids))),
  )
  const texts = new Map(rows.map((row) => [row.versionId, row.text]))
  return {
    valid: body.spans.map(
      ({ versionId, start, end, text }) => end > start && texts.get(versionId)?.slice(start, end) === text,
    ),
  }
}
