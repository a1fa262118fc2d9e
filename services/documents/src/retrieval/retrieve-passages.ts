import type { documentsApi, RetrievedPassage } from '@portal/contracts/documents'
import { and, inArray } from 'drizzle-orm'
import { readerDepartments } from '../documents/readable.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { citable } from './citable.ts'
import { encodeOnce } from './encode-once.ts'
import { fuse } from './fusion.ts'
import { orSearchUnavailable } from './or-search-unavailable.ts'

/** Candidates per leg, which bound what fusion can find: recall at 100 is .906 on ObliQA. */
const legLimit = 100

export const retrievePassages: Verb<typeof documentsApi.retrievePassages> = async (ctx, { body }) => {
  const hits = await orSearchUnavailable(search(ctx, body.question))
  const ranked = fuse(hits, legLimit).slice(0, body.limit)
  const rows = await loadCitable(
    ctx,
    ranked.map((hit) => hit.passageId),
  )
  // The index may lag behind the rows: a hit that is gone, replaced or closed to the asker is
  // dropped.
  const passages = ranked.flatMap(({ passageId, score, similarity }): RetrievedPassage[] => {
    const row = rows.get(passageId)
    return row ? [{ ...row, score, similarity }] : []
  })
  return { passages }
}

async function search(ctx: Context, question: string) {
  const { embedder, index } = ctx.ports
  const { organizationId, signal } = ctx
  const [vector] = await encodeOnce(embedder, { texts: [question], kind: 'query', signal })
  if (!vector) throw new Error('The encoder answered without a vector.')
  const departments = readerDepartments(ctx)
  return index.search({ organizationId, text: question, vector, departments, limit: legLimit })
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
