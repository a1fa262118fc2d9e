import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { documentOfVersion } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'

/** Nobody distinguishes more copies of a file than this. */
const shownMax = 20

/** One row per document, its newest version with this content; only of documents one may see. */
export const findSameContent: Verb<typeof documentsApi.findSameContent> = async (ctx, { query }) => {
  const { id, number } = versions
  const { id: documentId, customId, title, currentVersionId } = documents
  const newest = await ctx.tx((db) =>
    db
      .selectDistinctOn([documentId], { documentId, customId, title, currentVersionId, id, version: number })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(own(versions, ctx, eq(versions.sha256, query.sha256)), readable(ctx)))
      .orderBy(desc(documentId), desc(number))
      .limit(shownMax),
  )
  return newest.map(({ currentVersionId: current, ...row }) => {
    const { id: versionId, ...shown } = row
    return { ...shown, isCurrent: current === versionId }
  })
}
