import type { documentsApi } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull } from 'drizzle-orm'
import { acknowledgements, requests } from '../acknowledgements/acknowledgement-schema.ts'
import { comments } from '../comments/comments-schema.ts'
import { approverAbsences } from '../lifecycle/absence-schema.ts'
import type { Verb } from '../ports.ts'
import { approvals, versions } from '../schema.ts'

/** What a person did with documents, in their own words, without the documents' (decision 40). */
export const readOwnData: Verb<typeof documentsApi.readOwnData> = async (ctx) => {
  if (ctx.role === null) return {}
  const { personId } = ctx
  return ctx.tx(async (db) => {
    const given = await db
      .select()
      .from(acknowledgements)
      .where(own(acknowledgements, ctx, eq(acknowledgements.personId, personId)))
    const asked = await db
      .select()
      .from(requests)
      .where(own(requests, ctx, eq(requests.personId, personId)))
    const { id, versionId, text, createdAt, editedAt, resolvedAt } = comments
    const isOwn = and(eq(comments.authorId, personId), isNull(comments.deletedAt))
    const written = await db
      .select({ id, versionId, text, createdAt, editedAt, resolvedAt })
      .from(comments)
      .where(own(comments, ctx, isOwn))
    const uploaded = await db
      .select({ id: versions.id, documentId: versions.documentId, createdAt: versions.createdAt })
      .from(versions)
      .where(own(versions, ctx, eq(versions.createdBy, personId)))
    const { documentId, status, decidedAt, comments: reason } = approvals
    const decided = await db
      .select({ id: approvals.id, documentId, versionId: approvals.versionId, status, reason, decidedAt })
      .from(approvals)
      .where(own(approvals, ctx, eq(approvals.decidedBy, personId)))
    const away = await db
      .select()
      .from(approverAbsences)
      .where(own(approverAbsences, ctx, eq(approverAbsences.personId, personId)))
    return {
      Acknowledgements: given,
      'Asked to read': asked,
      Uploads: uploaded,
      Comments: written,
      Decisions: decided,
      Absences: away,
    }
  })
}
