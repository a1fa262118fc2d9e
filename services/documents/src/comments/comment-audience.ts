import type { documentsEvents } from '@portal/contracts/documents'
import type { EventAudience, EventDefinition } from '@portal/contracts/events'
import { own } from '@portal/service-kit/database/own'
import { and, eq, inArray, or } from 'drizzle-orm'
import { membersAmong, stewardsOf } from '../members/follow-members.ts'
import { approvals } from '../schema.ts'
import { comments } from './comments-schema.ts'
import type { Commented, CommentRow } from './in-thread.ts'

/**
 * Who learns of a change in a thread, without the person who made it: the version's author and
 * owner, the approvers of an open round, and the stewards who wrote in the thread. Only members.
 */
export async function commentAudience(
  commented: Commented,
  change: { readonly threadId: string; readonly by: string },
): Promise<EventAudience> {
  const { step, document, version } = commented
  const { threadId, by } = change
  const written = await step.db
    .selectDistinct({ personId: comments.authorId })
    .from(comments)
    .where(own(comments, step, or(eq(comments.id, threadId), eq(comments.threadId, threadId))))
  const wrote = new Set(written.map(({ personId }) => personId))
  const stewards = (await stewardsOf(step.db, step)).filter((id) => wrote.has(id))
  const concerned = [version.createdBy, document.ownerId, ...(await approversOf(commented)), ...stewards]
  const others = new Set(concerned.filter((id) => id !== null && id !== by).map(String))
  const members = await membersAmong(step.db, step, [...others])
  return { organizationId: step.organizationId, users: [...members].sort() }
}

/** As in `isDecidedBy`: of an open round, those who were asked and have not rejected. */
async function approversOf({ step, version }: Commented): Promise<(string | null)[]> {
  if (version.status !== 'pending_approval') return []
  const inRound = and(eq(approvals.versionId, version.id), eq(approvals.round, version.round))
  const rows = await step.db
    .select({ approverId: approvals.approverId, delegateId: approvals.delegateId })
    .from(approvals)
    .where(own(approvals, step, inRound, inArray(approvals.status, ['pending', 'approved'])))
  return rows.flatMap(({ approverId, delegateId }) => [approverId, delegateId])
}

type CommentEvent = EventDefinition<string, typeof documentsEvents.commentEdited.data>

/** Emits what happened to a comment, or to the thread that it begins. */
export async function emitComment(
  commented: Commented,
  definition: CommentEvent,
  { comment, by }: { readonly comment: CommentRow; readonly by: string },
): Promise<void> {
  const { step, document } = commented
  const { id: commentId, versionId, threadId } = comment
  await step.emit(definition, {
    subject: document.id,
    data: { documentId: document.id, versionId, commentId },
    audience: await commentAudience(commented, { threadId: threadId ?? commentId, by }),
  })
}
