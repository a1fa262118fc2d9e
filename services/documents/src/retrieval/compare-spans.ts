import type { documentsApi } from '@portal/contracts/documents'
import { and, inArray } from 'drizzle-orm'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { citable } from './citable.ts'
import { encodeOnce } from './encode-once.ts'
import { orSearchUnavailable } from './or-search-unavailable.ts'

/** Runs here, next to the encoder and the question's vector, so that chat needs no encoder. */
export const compareSpans: Verb<typeof documentsApi.compareSpans> = async (ctx, { body }) => {
  const texts = await loadCitableTexts(
    ctx,
    body.spans.map(({ passageId }) => passageId),
  )
  const pieces = body.spans.map(
    ({ passageId, start, end }) => texts.get(passageId)?.slice(start, end) || null,
  )
  const { embedder } = ctx.ports
  const { signal } = ctx
  const encoding = Promise.all([
    encodeOnce(embedder, { texts: [body.question], kind: 'query', signal }),
    encodeOnce(embedder, { texts: pieces.filter((piece) => piece !== null), kind: 'passage', signal }),
  ])
  const [[question], vectors] = await orSearchUnavailable(encoding)
  const left = vectors.values()
  return {
    similarities: pieces.map((piece) => (piece === null ? null : cosine(question, left.next().value))),
  }
}

async function loadCitableTexts(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx((db) =>
    db
      .select({ id: passages.id, text: passages.text })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx), inArray(passages.id, [...new Set(ids)]))),
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Vectors have unit length, so the product is the cosine. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number | null {
  if (!a || !b) return null
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
