import type { ChatMessage } from '@portal/contracts/chat'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { and, eq, isNotNull } from 'drizzle-orm'
import { gapQuestions } from '../learned/gaps-schema.ts'
import { presentRating, presentVerified } from '../learned/present-learned.ts'
import { answerRatings } from '../learned/ratings-schema.ts'
import { shownVerified, verifiedAnswers } from '../learned/verified-schema.ts'
import { citingAnswers, messages } from '../schema.ts'

/** What has happened to an answer since, or was shown with it. */
type Afterwards = Pick<ChatMessage, 'rating' | 'verified' | 'replaced' | 'answerableAt'>

/** Of the answers of a conversation, by their ids. */
export async function loadAfterwards(
  db: TransactionHandle,
  of: OfOrganization,
  conversationId: string,
): Promise<ReadonlyMap<string, Afterwards>> {
  const ofMessage = (table: typeof answerRatings | typeof shownVerified | typeof citingAnswers) =>
    own(table, messages, eq(table.messageId, messages.id))
  const ofConversation = own(messages, of, eq(messages.conversationId, conversationId))
  const ratings = await db
    .select({ rating: answerRatings })
    .from(messages)
    .innerJoin(answerRatings, ofMessage(answerRatings))
    .where(ofConversation)
  const shown = await db
    .select({ messageId: messages.id, verified: verifiedAnswers })
    .from(messages)
    .innerJoin(shownVerified, ofMessage(shownVerified))
    .innerJoin(
      verifiedAnswers,
      own(verifiedAnswers, shownVerified, eq(verifiedAnswers.id, shownVerified.verifiedId)),
    )
    .where(ofConversation)
  const replaced = await db
    .select({ cited: citingAnswers })
    .from(messages)
    .innerJoin(citingAnswers, and(ofMessage(citingAnswers), isNotNull(citingAnswers.replacedAt)))
    .where(ofConversation)
  const answerable = await db
    .select({ messageId: gapQuestions.messageId, at: gapQuestions.answerableAt })
    .from(gapQuestions)
    .where(own(gapQuestions, of, eq(gapQuestions.conversationId, conversationId)))
  const known = new Map<string, Afterwards>()
  const add = (id: string, more: Afterwards) => known.set(id, { ...known.get(id), ...more })
  for (const { rating } of ratings) add(rating.messageId, { rating: presentRating(rating) })
  for (const { messageId, verified } of shown) add(messageId, { verified: presentVerified(verified) })
  for (const { messageId, at } of answerable) if (at) add(messageId, { answerableAt: at.toISOString() })
  for (const {
    cited: { messageId, documentId, replacedAt },
  } of replaced) {
    const others = known.get(messageId)?.replaced ?? []
    if (replacedAt) add(messageId, { replaced: [...others, { documentId, at: replacedAt.toISOString() }] })
  }
  return known
}
