import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { gapQuestions } from '../learned/gaps-schema.ts'

interface Answerable {
  readonly gapId: string
  readonly documentId: string
  /** Answers to questions that were asked again; by default all of the gap. */
  readonly messageIds?: readonly string[]
}

/**
 * Tells the askers of a gap, once, that a document answers now: each about the latest of their own
 * questions. Who may not read the document does not see the notification (decision 28).
 */
export async function notifyAskers(
  { db, emit, organizationId }: Pick<ConsumerScope, 'db' | 'emit'> & { readonly organizationId: number },
  { gapId, documentId, messageIds }: Answerable,
): Promise<void> {
  const chosen = messageIds && inArray(gapQuestions.messageId, [...messageIds])
  const untold = and(eq(gapQuestions.gapId, gapId), isNull(gapQuestions.answerableAt), chosen)
  const notified = await db
    .update(gapQuestions)
    .set({ answerableAt: new Date() })
    .where(own(gapQuestions, { organizationId }, untold))
    .returning()
  const latest = new Map(
    notified
      .toSorted((a, b) => a.askedAt.getTime() - b.askedAt.getTime())
      .map((each) => [each.askerId, each]),
  )
  for (const { askerId, messageId, conversationId } of latest.values()) {
    await emit(chatEvents.questionAnswerable, {
      subject: messageId,
      audience: { organizationId, users: [askerId] },
      data: { messageId, conversationId, documentId },
    })
  }
}
