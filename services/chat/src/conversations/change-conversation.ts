import { type chatApi, chatEvents } from '@portal/contracts/chat'
import { notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { Verb } from '../ports.ts'
import { conversations } from '../schema.ts'
import { ofCaller, presentConversation } from './conversations.ts'
import { deleteConversations } from './delete-conversations.ts'

export const renameConversation: Verb<typeof chatApi.renameConversation> = (ctx, { params, body }) =>
  ctx.tx(async (db, emit) => {
    const [renamed] = await db
      .update(conversations)
      .set({ title: body.title })
      .where(ofCaller(ctx, params.id))
      .returning()
    const conversation = presentConversation(rowOrNotFound(renamed))
    const { organizationId, personId } = ctx
    await emit(chatEvents.conversationRenamed, {
      subject: conversation.id,
      // For the windows of its owner alone (decision 53).
      audience: { organizationId, users: [personId] },
      data: { conversationId: conversation.id, userId: personId },
    })
    return ctx.respond(db, conversation)
  })

/** Its messages go with it, and with them what was sent to an owner and what counts them. */
export const deleteConversation: Verb<typeof chatApi.deleteConversation> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    const deleted = await deleteConversations({ db, emit, organizationId }, ofCaller(ctx, params.id))
    if (deleted === 0) throw notFound()
    return undefined
  })
