import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { illegal } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { emitComment } from './comment-audience.ts'
import { type CommentRow, inComment, updateComment } from './in-thread.ts'

export const editComment: Verb<typeof documentsApi.editComment> = (ctx, { params, body: { text } }) =>
  inComment(ctx, params, async (comment, commented) => {
    assertOwn(ctx, comment)
    if (text === comment.text) return
    await updateComment(commented.step, comment.id, { text, editedAt: new Date() })
    await emitComment(commented, documentsEvents.commentEdited, { comment, by: ctx.personId })
  })

/** The text goes, the row stays: what answers it keeps its position. */
export const deleteComment: Verb<typeof documentsApi.deleteComment> = (ctx, { params }) =>
  inComment(ctx, params, async (comment, commented) => {
    assertOwn(ctx, comment)
    await updateComment(commented.step, comment.id, { text: '', deletedAt: new Date() })
    await emitComment(commented, documentsEvents.commentDeleted, { comment, by: ctx.personId })
  })

function assertOwn(ctx: Context, { authorId, deletedAt }: CommentRow): void {
  if (authorId !== ctx.personId)
    throw new CodedError('forbidden', 'Only the person who wrote a comment may change or delete it.')
  if (deletedAt !== null) throw illegal('This comment was deleted.')
}
