import { chatEvents } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import { type Consumer, on } from '@portal/service-kit/inbox/consumers'
import { and, eq } from 'drizzle-orm'
import { answers, documents } from './tables.ts'

const onDocument = on(documentsEvents.documentUploaded, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  await db.insert(documents).values({ organizationId, documentId: data.documentId }).onConflictDoNothing()
})

const documentDeleted = on(documentsEvents.documentDeleted, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  const { organizationId: organization, documentId } = documents
  await db.delete(documents).where(and(eq(organization, organizationId), eq(documentId, data.documentId)))
})

const questionAnswered = on(chatEvents.questionAnswered, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  await db
    .insert(answers)
    .values({ organizationId, messageId: data.messageId, isAsked: true })
    .onConflictDoUpdate({ target: [answers.organizationId, answers.messageId], set: { isAsked: true } })
})

/** A new rating replaces the previous one (decision 31). */
const answerRated = on(chatEvents.answerRated, async ({ db, organizationId }, { data }) => {
  if (organizationId === null) return
  const { messageId, rating } = data
  await db
    .insert(answers)
    .values({ organizationId, messageId, isAsked: false, rating })
    .onConflictDoUpdate({ target: [answers.organizationId, answers.messageId], set: { rating } })
})

/** Projects documents, questions and ratings, one row each, so that nothing counts twice. */
export const followUse: readonly Consumer[] = [onDocument, documentDeleted, questionAnswered, answerRated]
