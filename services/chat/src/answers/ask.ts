import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { RouteInput } from '@portal/contracts/route'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { ownConversation, presentConversation } from '../conversations/conversations.ts'
import type { Context, Verb } from '../ports.ts'
import { answerHash } from '../proof/answer-hash.ts'
import { citingAnswers, conversations, messages } from '../schema.ts'
import { answerQuestion, passageLimit } from './answer-question.ts'
import type { Answer } from './compose-answer.ts'
import { type SettleTokens, tokensOf, withTokens } from './token-quota.ts'

const titleMax = 80

export const ask: Verb<typeof chatApi.ask> = async (ctx, { body }) => {
  const startedAt = performance.now()
  const { conversationId, question } = body
  if (conversationId !== undefined) await ctx.tx((db) => ownConversation(db, ctx, conversationId))
  const { passages: source } = ctx.ports
  const passages = await source.retrieve(ctx, question, passageLimit)
  const promptTokens = tokensOf(question, ...passages.map(({ text }) => text))
  return withTokens(ctx, promptTokens, async (settleTokens) => {
    const answer = await answerQuestion(ctx, { source, question, passages })
    const durationMs = Math.round(performance.now() - startedAt)
    return storeAnswer(ctx, body, { ...answer, durationMs, settleTokens })
  })
}

interface FinishedAnswer extends Answer {
  readonly tokens: number
  readonly durationMs: number
  readonly settleTokens: SettleTokens
}

function storeAnswer(
  ctx: Context,
  { conversationId, question }: RouteInput<typeof chatApi.ask>['body'],
  answer: FinishedAnswer,
) {
  const { content, outcome, citations, tokens, durationMs, settleTokens, ...about } = answer
  return ctx.tx(async (db, emit) => {
    await settleTokens(db, tokens)
    const conversation =
      conversationId === undefined
        ? await startConversation(db, ctx, question)
        : await ownConversation(db, ctx, conversationId)
    const ofOrganization = { organizationId: ctx.organizationId }
    const of = { ...ofOrganization, conversationId: conversation.id }
    await db.insert(messages).values({ ...of, id: uuidV7(), role: 'user', content: question })
    const [message] = await db
      .insert(messages)
      .values({ ...of, id: uuidV7(), role: 'assistant', content, outcome, citations, evidence: about })
      .returning()
    const { id, createdAt } = rowOrNotFound(message)
    const citedDocuments = [...new Set(citations.map(({ documentId }) => documentId))]
    const cited = citedDocuments.map((documentId) => ({ ...ofOrganization, documentId, messageId: id }))
    if (cited.length > 0) await db.insert(citingAnswers).values(cited)
    await emit(chatEvents.questionAnswered, {
      subject: conversation.id,
      audience: { organizationId: ctx.organizationId, users: [ctx.personId] },
      data: {
        conversationId: conversation.id,
        messageId: id,
        userId: ctx.personId,
        outcome,
        citedDocuments,
        durationMs,
        contentHash: answerHash({ question, content, outcome, citations }),
      },
    })
    return ctx.respond(db, {
      assistantMessage: { id, content, createdAt: createdAt.toISOString() },
      conversation: presentConversation(conversation),
      citations,
      outcome,
      ...about,
    })
  })
}

async function startConversation(db: TransactionHandle, ctx: Context, question: string) {
  const { organizationId, personId } = ctx
  const [conversation] = await db
    .insert(conversations)
    .values({ organizationId, id: uuidV7(), personId, title: titleOf(question) })
    .returning()
  return rowOrNotFound(conversation)
}

/** The question's first line, cut at a word. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  if (line.length <= titleMax) return line
  const cut = line.slice(0, titleMax)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), titleMax / 2)).trimEnd()}…`
}
