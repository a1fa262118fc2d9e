import { dayIn } from '@portal/contracts/calendar-day'
import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { RouteInput, RouteResult } from '@portal/contracts/route'
import type { VerifiedAnswer } from '@portal/contracts/verified-answers'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { desc, eq } from 'drizzle-orm'
import { keptConversation, ownConversation, presentConversation } from '../conversations/conversations.ts'
import { keepShown, matchVerified } from '../matching/match-verified.ts'
import type { Context, Verb } from '../ports.ts'
import { answerHash } from '../proof/answer-hash.ts'
import { citingAnswers, conversations, messages } from '../schema.ts'
import { type AnsweredQuestion, answerQuestion, passageLimit } from './answer-question.ts'
import type { CheckedText } from './check-answer.ts'
import { standaloneQuestion } from './standalone-question.ts'
import { type SettleTokens, tokensOf, withTokens } from './token-quota.ts'

const titleMax = 80

export const ask: Verb<typeof chatApi.ask> = async (ctx, { body }) => {
  const { conversationId } = body
  const earlier =
    conversationId === undefined ? [] : await ctx.tx((db) => earlierQuestions(db, ctx, conversationId))
  return answerAndStore(ctx, { body, earlier, signal: ctx.signal })
}

const earlierMax = 4

/** The latest questions of one of the person's own conversations, oldest first. */
export async function earlierQuestions(db: TransactionHandle, ctx: Context, id: string): Promise<string[]> {
  await ownConversation(db, ctx, id)
  const rows = await db
    .select({ question: messages.content })
    .from(messages)
    .where(own(messages, ctx, eq(messages.conversationId, id), eq(messages.role, 'user')))
    .orderBy(desc(messages.id))
    .limit(earlierMax)
  return rows.map(({ question }) => question).toReversed()
}

type AskAnswer = RouteResult<typeof chatApi.ask>

/** A question on its way to a stored answer, and who hears what of it in between. */
export interface Asking {
  readonly body: RouteInput<typeof chatApi.ask>['body']
  /** What was asked before it in its conversation, oldest first. */
  readonly earlier: readonly string[]
  /** Ends the work. */
  readonly signal: AbortSignal
  /** The id of a conversation that the question begins. */
  readonly newConversationId?: string
  /** Waited for before the answer is stored. */
  readonly onPassages?: (passages: readonly RetrievedPassage[]) => Promise<void>
  readonly onText?: (text: CheckedText) => Promise<void>
  /** Runs in the transaction that stores the answer. */
  readonly onStored?: (db: TransactionHandle, answer: AskAnswer) => Promise<void>
}

/** Answers a question and stores both in one of the person's own conversations, or in a new one. */
export async function answerAndStore(ctx: Context, asking: Asking): Promise<AskAnswer> {
  const startedAt = performance.now()
  const { signal, onPassages, onText } = asking
  const { asOf } = asking.body
  if (asOf !== undefined) assertHasCome(asOf)
  const source = asOf === undefined ? ctx.ports.passages : ctx.ports.passages.supposing({ asOf })
  const { earlier } = asking
  const question = await standaloneQuestion(ctx, { question: asking.body.question, earlier, signal })
  const caller = { passport: ctx.passport, requestId: ctx.requestId, signal }
  const passages = await source.retrieve(caller, question, passageLimit)
  const announced = onPassages?.(passages)
  announced?.catch(() => 'waited for below')
  const promptTokens = tokensOf(question, ...passages.map(({ text }) => text))
  const isStopped = () => signal.aborted
  return withTokens(ctx, { promptTokens, isStopped }, async ({ quotedBecause, settleTokens }) => {
    const answer = await answerQuestion(ctx, {
      ...{ source, question, passages, signal, quotedBecause },
      ...(onText ? { onText } : {}),
    })
    const verified = asOf === undefined ? await matchVerified(ctx, { question, signal }) : null
    await announced
    signal.throwIfAborted()
    const durationMs = Math.round(performance.now() - startedAt)
    return storeAnswer(ctx, asking, { ...answer, verified, durationMs, settleTokens })
  })
}

interface FinishedAnswer extends AnsweredQuestion {
  readonly verified: VerifiedAnswer | null
  readonly durationMs: number
  readonly settleTokens: SettleTokens
}

function storeAnswer(ctx: Context, asking: Asking, answer: FinishedAnswer): Promise<AskAnswer> {
  const { conversationId, question, asOf } = asking.body
  const { content, outcome, citations, verified, tokens, durationMs, ...rest } = answer
  const { settleTokens, ...about } = rest
  return ctx.tx(async (db, emit) => {
    await settleTokens(db, tokens)
    const conversation =
      conversationId === undefined
        ? await startConversation(db, ctx, { question, id: asking.newConversationId ?? uuidV7() })
        : await keptConversation(db, ctx, conversationId)
    const ofOrganization = { organizationId: ctx.organizationId }
    const of = { ...ofOrganization, conversationId: conversation.id }
    await db.insert(messages).values({ ...of, id: uuidV7(), role: 'user', content: question })
    const departments = [...ctx.departments]
    const answered = { content, outcome, citations, evidence: about, asOf, durationMs, departments }
    const [message] = await db
      .insert(messages)
      .values({ ...of, id: uuidV7(), role: 'assistant', ...answered })
      .returning()
    const { id, createdAt } = rowOrNotFound(message)
    await keepShown(db, ctx, { messageId: id, verified })
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
        ...{ question, departments, askedAt: createdAt.toISOString() },
      },
    })
    const stored = {
      assistantMessage: { id, content, createdAt: createdAt.toISOString() },
      conversation: presentConversation(conversation),
      citations,
      outcome,
      ...about,
      ...(verified && { verified }),
      ...(asOf !== undefined && { asOf }),
    }
    await asking.onStored?.(db, stored)
    return ctx.respond(db, stored)
  })
}

/** Somewhere on earth. */
function assertHasCome(day: string): void {
  if (day <= dayIn('Etc/GMT-14')) return
  throw new CodedError('invalid_request', 'Choose a day that has come: of a later one nothing is known.')
}

async function startConversation(
  db: TransactionHandle,
  { organizationId, personId }: Context,
  { id, question }: { readonly id: string; readonly question: string },
) {
  const [conversation] = await db
    .insert(conversations)
    .values({ organizationId, id, personId, title: titleOf(question) })
    .returning()
  return rowOrNotFound(conversation)
}

/** The question's first line, cut at a word, else between characters. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  if (line.length <= titleMax) return line
  const cut = line.slice(0, titleMax)
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), titleMax / 2))
  return `${words.replace(/\p{Cs}$/u, '').trimEnd()}…`
}
