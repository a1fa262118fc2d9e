import type { CommentThread } from '@portal/contracts/comments'
import { notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { type LockedVersion, lockDocument, type Step } from '../lifecycle/lock-document.ts'
import type { Context } from '../ports.ts'
import { comments } from './comments-schema.ts'
import { commentableVersion, loadThreads } from './list-comments.ts'

export type CommentRow = typeof comments.$inferSelect

/** A version whose comments the person may write, in the open transaction of a change. */
export interface Commented extends LockedVersion {
  readonly step: Step
}

interface VersionParams {
  readonly id: string
  readonly versionId: string
}

/**
 * Changes a version's comments under its document's lock, which orders their events, and answers
 * the thread of the id that `change` resolves to. 404 for everyone who may not see them.
 */
export function inComments(
  ctx: Context,
  params: VersionParams,
  change: (commented: Commented) => Promise<string>,
): Promise<CommentThread> {
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    await commentableVersion(db, ctx, params)
    await lockDocument(step, params.id)
    const commented = await commentableVersion(db, ctx, params)
    const threadId = await change({ ...commented, step })
    const [thread] = await loadThreads(db, commented, threadId)
    return ctx.respond(db, rowOrNotFound(thread))
  })
}

/** The same for one comment of the version. */
export function inComment(
  ctx: Context,
  { commentId, ...params }: VersionParams & { readonly commentId: string },
  change: (comment: CommentRow, commented: Commented) => Promise<unknown>,
): Promise<CommentThread> {
  return inComments(ctx, params, async (commented) => {
    const { step, version } = commented
    const ofVersion = eq(comments.versionId, version.id)
    const wanted = own(comments, step, ofVersion, eq(comments.id, commentId))
    const [comment] = await step.db.select().from(comments).where(wanted)
    const found = rowOrNotFound(comment)
    await change(found, commented)
    return found.threadId ?? found.id
  })
}

/** The same for a thread; a reply's id is 404. */
export function inThread(
  ctx: Context,
  params: VersionParams & { readonly commentId: string },
  change: (thread: CommentRow, commented: Commented) => Promise<unknown>,
): Promise<CommentThread> {
  return inComment(ctx, params, (comment, commented) => {
    if (comment.threadId !== null) throw notFound()
    return change(comment, commented)
  })
}

/** Changes a comment's row. */
export async function updateComment(step: Step, id: string, set: Partial<CommentRow>): Promise<void> {
  await step.db
    .update(comments)
    .set(set)
    .where(own(comments, step, eq(comments.id, id)))
}
