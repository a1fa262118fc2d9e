import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import type { Verb } from '../ports.ts'
import { emitComment } from './comment-audience.ts'
import { inThread, updateComment } from './in-thread.ts'

export const resolveComment: Verb<typeof documentsApi.resolveComment> = (ctx, { params }) =>
  inThread(ctx, params, async (comment, commented) => {
    if (comment.resolvedAt !== null) return
    const { personId: by } = ctx
    await updateComment(commented.step, comment.id, { resolvedAt: new Date(), resolvedBy: by })
    await emitComment(commented, documentsEvents.commentResolved, { comment, by })
  })

export const reopenComment: Verb<typeof documentsApi.reopenComment> = (ctx, { params }) =>
  inThread(ctx, params, async (comment, commented) => {
    if (comment.resolvedAt === null) return
    await updateComment(commented.step, comment.id, { resolvedAt: null, resolvedBy: null })
    await emitComment(commented, documentsEvents.commentReopened, { comment, by: ctx.personId })
  })
