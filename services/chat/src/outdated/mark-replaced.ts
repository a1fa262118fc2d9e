import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { job } from '@portal/service-kit/jobs/job'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dayMs, firstIdAt, messageOfCitation } from '../citations/citing-answers.ts'
import type { ChatPorts } from '../ports.ts'
import { citingAnswers, conversations, messages } from '../schema.ts'

/** Of older answers nobody is notified. */
const notifiedDays = 90
/** People notified in one transaction. */
const notifiedAtOnce = 100

/** A version that another one of the document has replaced. */
export interface Replacement {
  readonly organizationId: number
  readonly documentId: string
  readonly versionId: string
  readonly replaced: string
}

/** Marks the answers that cite the replaced version. Resolves to whether there are any. */
export async function markReplaced(
  { db }: Pick<ConsumerScope, 'db'>,
  { organizationId, documentId, replaced }: Replacement,
): Promise<boolean> {
  const cites = sql`exists (select from ${messages} where ${messageOfCitation}
    and ${messages.asOf} is null
    and ${messages.citations} @> ${JSON.stringify([{ versionId: replaced }])}::jsonb)`
  const isUnmarked = and(eq(citingAnswers.documentId, documentId), isNull(citingAnswers.replacedAt))
  const marked = await db
    .update(citingAnswers)
    .set({ replacedAt: new Date() })
    .where(own(citingAnswers, { organizationId }, isUnmarked, cites))
    .returning({ messageId: citingAnswers.messageId })
  return marked.length > 0
}

const Notified = z.object({ documentId: z.uuid(), versionId: z.uuid() })

/** Tells the people who received marked answers, each once about the latest. */
export const notifyOfReplaced = job<typeof Notified, ChatPorts>('notify-of-replaced', {
  payload: Notified,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async ({ organizationId, payload, signal, tx }) => {
    const { documentId, versionId } = payload
    const since = firstIdAt(Date.now() - notifiedDays * dayMs)
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      isMore = await tx(async (db, emit) => {
        const untold = own(
          citingAnswers,
          { organizationId },
          and(eq(citingAnswers.documentId, documentId), gt(citingAnswers.messageId, since)),
          and(isNotNull(citingAnswers.replacedAt), isNull(citingAnswers.notifiedAt)),
        )
        const { conversationId } = messages
        const { personId } = conversations
        const latest = await db
          .selectDistinctOn([personId], { personId, conversationId, messageId: citingAnswers.messageId })
          .from(citingAnswers)
          .innerJoin(messages, messageOfCitation)
          .innerJoin(conversations, own(conversations, messages, eq(conversations.id, conversationId)))
          .where(untold)
          .orderBy(personId, sql`${citingAnswers.messageId} desc`)
          .limit(notifiedAtOnce)
        for (const { personId: person, conversationId: of, messageId } of latest) {
          await emit(chatEvents.answerOutdated, {
            subject: messageId,
            audience: { organizationId, users: [person] },
            data: { messageId, conversationId: of, documentId, versionId },
          })
          const theirs = sql`exists (select from ${messages} inner join ${conversations}
            on ${own(conversations, messages, eq(conversations.id, conversationId))}
            where ${messageOfCitation} and ${personId} = ${person})`
          await db.update(citingAnswers).set({ notifiedAt: new Date() }).where(and(untold, theirs))
        }
        return latest.length === notifiedAtOnce
      })
    }
  },
})
