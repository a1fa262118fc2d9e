import type { Commenter, CommentThread } from '@portal/contracts/comments'
import type { documentsApi } from '@portal/contracts/documents'
import { notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, asc, eq, or } from 'drizzle-orm'
import { commentableVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import type { LockedVersion } from '../lifecycle/lock-document.ts'
import { stewardsOf } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'
import { comments } from './comments-schema.ts'

export const listComments: Verb<typeof documentsApi.listComments> = (ctx, { params }) =>
  ctx.tx(async (db) => loadThreads(db, await commentableVersion(db, ctx, params)))

/** A version whose comments the person may read and write, with its document; else 404. */
export async function commentableVersion(
  db: TransactionHandle,
  ctx: Context,
  { id, versionId }: { readonly id: string; readonly versionId: string },
): Promise<LockedVersion> {
  const [found] = await db
    .select({ document: documents, version: versions })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .where(and(commentableVersions(ctx), eq(documents.id, id), eq(versions.id, versionId)))
  if (!found) throw notFound()
  return found
}

type CommentRow = typeof comments.$inferSelect

/** The threads of a version in the order of its text, or one of them. */
export async function loadThreads(
  db: TransactionHandle,
  of: LockedVersion,
  threadId?: string,
): Promise<CommentThread[]> {
  const ofThread =
    threadId === undefined ? undefined : or(eq(comments.id, threadId), eq(comments.threadId, threadId))
  const rows = await db
    .select()
    .from(comments)
    .where(own(comments, of.version, eq(comments.versionId, of.version.id), ofThread))
    .orderBy(asc(comments.id))
  const relationOf = await relations(db, of)
  const byThread = Map.groupBy(rows, ({ id, threadId }) => threadId ?? id)
  const threads = rows.flatMap((first): CommentThread[] => {
    const { id, start, end, quote, resolvedBy } = first
    if (start === null || end === null || quote === null) return []
    const resolvedAt = first.resolvedAt?.toISOString() ?? null
    const written = (byThread.get(id) ?? []).map((row) => presentComment(row, relationOf(row.authorId)))
    return [{ id, start, end, quote, resolvedAt, resolvedBy, comments: written }]
  })
  return threads.sort((a, b) => a.start - b.start || a.end - b.end)
}

function presentComment(row: CommentRow, as: Commenter | null): CommentThread['comments'][number] {
  const { id, authorId, text } = row
  return {
    ...{ id, authorId, as, text },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }
}

/** What each person has to do with a version; approvers of former rounds included. */
async function relations(db: TransactionHandle, { document, version }: LockedVersion) {
  const asked = await db
    .select({ approverId: approvals.approverId, delegateId: approvals.delegateId })
    .from(approvals)
    .where(own(approvals, version, eq(approvals.versionId, version.id)))
  const approvers = new Set(asked.flatMap(({ approverId, delegateId }) => [approverId, delegateId]))
  const stewards = new Set(await stewardsOf(db, document))
  return (personId: string): Commenter | null => {
    if (personId === version.createdBy) return 'author'
    if (personId === document.ownerId) return 'owner'
    if (approvers.has(personId)) return 'approver'
    return stewards.has(personId) ? 'steward' : null
  }
}
