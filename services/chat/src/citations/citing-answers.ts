import { affectedQuestionDays } from '@portal/contracts/questions'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { citingAnswers, conversations, messages } from '../schema.ts'

/** Answers that are looked at, the latest first. */
const answersMax = 600

export const dayMs = 86_400_000

/** The latest answers that cite a document, each with its question and asker. */
export function latestCitingAnswers(ctx: Context, documentId: string) {
  const { conversationId, id } = messages
  const since = firstIdAt(Date.now() - affectedQuestionDays * dayMs)
  const question = sql<string>`(
    select asked.content from ${messages} asked
    where asked.organization_id = ${ctx.organizationId} and asked.conversation_id = ${conversationId}
      and asked.role = 'user' and asked.id < ${id}
    order by asked.id desc limit 1)`
  return ctx.tx((db) =>
    db
      .select({
        question: question.as('question'),
        citations: messages.citations,
        askerId: conversations.personId,
        askedAt: messages.createdAt,
      })
      .from(citingAnswers)
      .innerJoin(messages, messageOfCitation)
      .innerJoin(conversations, own(conversations, messages, eq(conversations.id, conversationId)))
      .where(citing(ctx, documentId, since))
      .orderBy(desc(citingAnswers.messageId))
      .limit(answersMax),
  )
}

export const messageOfCitation = own(messages, citingAnswers, eq(messages.id, citingAnswers.messageId))

/** The answers that cite a document, from this id on. */
export function citing(ctx: Context, documentId: string, since?: string) {
  const isLater = since === undefined ? undefined : gt(citingAnswers.messageId, since)
  return own(citingAnswers, ctx, eq(citingAnswers.documentId, documentId), isLater)
}

/** Ids begin with their time, so the primary key finds the latest without another index. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
