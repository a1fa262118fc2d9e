import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { documentOfVersion } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { documents, versions } from '../schema.ts'

/** One row per document, its newest version with this content; only of documents one may see. */
export const findSameContent: Verb<typeof documentsApi.findSameContent> = async (ctx, { query }) => {
  const rows = await ctx.tx((db) =>
    db
      .select({ document: documents, id: versions.id, version: versions.number })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(own(versions, ctx, eq(versions.sha256, query.sha256)), readable(ctx)))
      .orderBy(desc(versions.createdAt), desc(versions.id)),
  )
  const first = rows.filter(
    (row, at) => rows.findIndex(({ document }) => document.id === row.document.id) === at,
  )
  return first.map(({ document, id, version }) => ({
    ...{ documentId: document.id, customId: document.customId, title: document.title, version },
    isCurrent: document.currentVersionId === id,
  }))
}
