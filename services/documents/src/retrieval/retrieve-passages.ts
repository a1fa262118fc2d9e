import type { documentsApi, RetrievedPassage } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { and, inArray } from 'drizzle-orm'
import { readerDepartments } from '../documents/readable.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { citable } from './citable.ts'
import { fuse } from './fusion.ts'

/** Candidates per leg, which bound what fusion can find: recall at 100 is .906 on ObliQA. */
const legLimit = 100

export const retrievePassages: Verb<typeof documentsApi.retrievePassages> = async (ctx, { body }) => {
  const hits = await search(ctx, body.question)
  const ranked = fuse(hits, legLimit).slice(0, body.limit)
  const rows = await loadCitable(
    ctx,
    ranked.map((hit) => hit.passageId),
  )
  const found: RetrievedPassage[] = []
  for (const hit of ranked) {
    // A hit whose row is gone, replaced or closed to the asker is dropped here: the index may lag, the rows do not.
    const row = rows.get(hit.passageId)
    if (row) found.push({ ...row, score: hit.score, similarity: hit.similarity })
  }
  return { passages: found }
}

async function search(ctx: Context, question: string) {
  const { embedder, index } = ctx.ports
  try {
    const [vector] = await embedder.embed([question], 'query', ctx.signal)
    if (!vector) throw new Error('The encoder answered without a vector.')
    const { organizationId } = ctx
    return await index.search({
      organizationId,
      text: question,
      vector,
      departments: readerDepartments(ctx),
      limit: legLimit,
    })
  } catch (cause) {
    if (!(cause instanceof EngineUnavailable)) throw cause
    throw new CodedError(
      'search_unavailable',
      'Search is unavailable right now. Please try again in a moment.',
      { retryAfterSeconds: cause.retryAfterSeconds, cause },
    )
  }
}

async function loadCitable(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Omit<RetrievedPassage, 'score' | 'similarity'>>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx((db) =>
    db
      .select({ passage: passages, version: versions, document: documents })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx), inArray(passages.id, [...ids]))),
  )
  return new Map(
    rows.map(({ passage, version, document }) => [
      passage.id,
      {
        id: passage.id,
        documentId: document.id,
        versionId: version.id,
        version: version.number,
        title: document.title,
        customId: document.customId,
        headingPath: passage.headingPath,
        page: passage.page,
        start: passage.start,
        end: passage.end,
        text: passage.text,
      },
    ]),
  )
}
