import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/documents'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { ChatModelDeclined, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { ownConversation, presentConversation } from '../conversations/conversations.ts'
import type { Context, Verb } from '../ports.ts'
import { conversations, messages } from '../schema.ts'
import { type Answer, composeAnswer, draftAnswer } from './compose-answer.ts'
import { type SettleTokens, tokensOf, withTokens } from './token-quota.ts'

const passageLimit = 12
const titleMax = 80

export const ask: Verb<typeof chatApi.ask> = async (ctx, { body }) => {
  const startedAt = performance.now()
  const { conversationId, question } = body
  if (conversationId !== undefined) await ctx.tx((db) => ownConversation(db, ctx, conversationId))
  const passages = await ctx.ports.passages.retrieve(ctx, question, passageLimit)
  const promptTokens = tokensOf(question, ...passages.map(({ text }) => text))
  return withTokens(ctx, promptTokens, async (settleTokens) => {
    const answer = await answerQuestion(ctx, question, passages)
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
  const { content, outcome, citations, tokens, durationMs, settleTokens } = answer
  return ctx.tx(async (db, emit) => {
    await settleTokens(db, tokens)
    const conversation =
      conversationId === undefined
        ? await startConversation(db, ctx, question)
        : await ownConversation(db, ctx, conversationId)
    const of = { organizationId: ctx.organizationId, conversationId: conversation.id }
    await db.insert(messages).values({ ...of, id: uuidV7(), role: 'user', content: question })
    const [message] = await db
      .insert(messages)
      .values({ ...of, id: uuidV7(), role: 'assistant', content, outcome, citations })
      .returning()
    const { id, createdAt } = rowOrNotFound(message)
    await emit(chatEvents.questionAnswered, {
      subject: conversation.id,
      audience: { organizationId: ctx.organizationId, users: [ctx.personId] },
      data: {
        conversationId: conversation.id,
        messageId: id,
        userId: ctx.personId,
        outcome,
        citedDocuments: [...new Set(citations.map((citation) => citation.documentId))],
        durationMs,
      },
    })
    return ctx.respond(db, {
      assistantMessage: { id, content, createdAt: createdAt.toISOString() },
      conversation: presentConversation(conversation),
      citations,
      outcome,
    })
  })
}

/** Model and citation check, none of it inside a transaction. */
async function answerQuestion(
  ctx: Context,
  question: string,
  passages: readonly RetrievedPassage[],
): Promise<Answer & { readonly tokens: number }> {
  const supplied = passages.map(({ title: documentTitle, id, headingPath, text, score, similarity }) => {
    return { id, documentTitle, headingPath, text, score, similarity }
  })
  try {
    const parts = ctx.ports.model.answer({
      question,
      passages: supplied,
      compare: (spans) => ctx.ports.passages.compare(ctx, question, spans),
      signal: ctx.signal,
    })
    const draft = await draftAnswer(parts, passages)
    const spans = draft.citations.map(({ quote: text, versionId, start, end }) => {
      return { versionId, start, end, text }
    })
    const valid = spans.length === 0 ? [] : await ctx.ports.passages.verify(ctx, spans)
    if (draft.usage) ctx.log.info({ model: ctx.ports.model.model, ...draft.usage }, 'tokens of an answer')
    const answer = composeAnswer(draft, valid)
    const { usage } = draft
    return {
      ...answer,
      tokens: usage ? usage.promptTokens + usage.answerTokens : tokensOf(question, answer.content),
    }
  } catch (cause) {
    if (cause instanceof ChatModelDeclined) {
      const message = 'The assistant declined to answer this question. Please put it in other words.'
      throw new CodedError('question_declined', message, { cause })
    }
    if (!(cause instanceof ChatModelUnavailable)) throw cause
    const message = 'The assistant is unavailable right now. Please try again in a moment.'
    const { retryAfterSeconds } = cause
    throw new CodedError('model_unavailable', message, { retryAfterSeconds, cause })
  }
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
