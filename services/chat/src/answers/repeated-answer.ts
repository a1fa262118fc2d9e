import type { chatApi } from '@portal/contracts/chat'
import { ownConversation } from '../conversations/conversations.ts'
import { answerWithout, quotedInAnswer } from '../history/withhold-answer.ts'
import { closedDocuments } from '../history/withhold-closed.ts'
import type { Replay } from '../ports.ts'

/**
 * The response to a question that is sent again, by when sources may be closed to the asker; 404 if
 * its conversation was deleted since.
 */
export const repeatedAnswer: Replay<typeof chatApi.ask> = async (ctx, answer) => {
  const closed = await ctx.tx(async (db) => {
    await ownConversation(db, ctx, answer.conversation.id)
    return closedDocuments(db, ctx, quotedInAnswer(answer))
  })
  return closed.size === 0 ? answer : answerWithout(answer, closed)
}
