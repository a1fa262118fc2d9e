import { type chatApi, chatEvents } from '@portal/contracts/chat'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { Context, Verb } from '../ports.ts'
import { conversations } from '../schema.ts'
import { forgetStreamsOf } from '../stored-streams/forget-streams.ts'
import { ofCaller, presentConversation } from './conversations.ts'

export const renameConversation: Verb<typeof chatApi.renameConversation> = (ctx, { params, body }) =>
  ctx.tx(async (db, emit) => {
    const [renamed] = await db
      .update(conversations)
      .set({ title: body.title })
      .where(ofCaller(ctx, params.id))
      .returning()
    const conversation = presentConversation(rowOrNotFound(renamed))
    await emit(chatEvents.conversationRenamed, eventOf(ctx, conversation.id))
    return ctx.respond(db, conversation)
  })

/** Its messages go with it, and with them what was sent to an owner and what counts them. */
export const deleteConversation: Verb<typeof chatApi.deleteConversation> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const [deleted] = await db
      .delete(conversations)
      .where(ofCaller(ctx, params.id))
      .returning({ id: conversations.id })
    const { id } = rowOrNotFound(deleted)
    await forgetStreamsOf(db, ctx, [id])
    await emit(chatEvents.conversationDeleted, eventOf(ctx, id))
    return undefined
  })

/** For the windows of its owner alone (decision 53). */
function eventOf({ organizationId, personId }: Context, conversationId: string) {
  return {
    subject: conversationId,
    audience: { organizationId, users: [personId] },
    data: { conversationId, userId: personId },
  }
}
