import type { QuotedBecause } from '@portal/contracts/quoted-because'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { type ChatModel, ChatModelDeclined, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import type { Caller, ChatPorts, FoundPassages, PassageSource } from '../ports.ts'
import { type CheckedText, checkAnswer } from './check-answer.ts'
import type { Answer } from './compose-answer.ts'
import { withContradictions } from './show-contradictions.ts'
import { withDefinitions } from './show-definitions.ts'
import { tokensOf } from './token-quota.ts'
import { findNearest } from './unanswered.ts'

/** How many passages a question is answered from. */
export const passageLimit = 12

export interface QuestionWithPassages {
  /** Where the passages come from, and what the answer is checked against. */
  readonly source: PassageSource
  readonly question: string
  readonly passages: FoundPassages
  /** Ends the work; by default with the request. */
  readonly signal?: AbortSignal
  /** Why no model is asked; null or absent: one is. */
  readonly quotedBecause?: QuotedBecause | null
  readonly onText?: (text: CheckedText) => Promise<void>
}

/** A request, or a job on behalf of a person. */
export interface Answering extends Caller {
  readonly ports: Pick<ChatPorts, 'model' | 'quoting'>
  readonly log: Logger
}

/** An answer with its price; `quotedBecause`: why it quotes although there is a model. */
export interface AnsweredQuestion extends Answer {
  readonly tokens: number
  readonly quotedBecause?: QuotedBecause
}

/**
 * Model and citation check, none of it inside a transaction. Where the model is away, declines, or
 * proves nothing of what it says, the passages are quoted instead, if there is a quoting model.
 */
export async function answerQuestion(ctx: Answering, asked: QuestionWithPassages): Promise<AnsweredQuestion> {
  const { model, quoting } = ctx.ports
  if (!quoting) return proven(await answerBy(model, ctx, asked))
  const { quotedBecause } = asked
  if (quotedBecause) return { ...proven(await answerBy(quoting, ctx, asked)), tokens: 0, quotedBecause }
  // What the model has said by then may stand there already; the whole answer replaces it.
  const { onText: _, ...unheard } = asked
  const quote = async (why: QuotedBecause, tokens: number) => {
    ctx.log.warn({ why }, 'the passages are quoted instead')
    return { ...proven(await answerBy(quoting, ctx, unheard)), tokens, quotedBecause: why }
  }
  try {
    const answered = await answerBy(model, ctx, asked)
    return answered.isUnproven ? await quote('not_proven', answered.tokens) : proven(answered)
  } catch (error) {
    const why = error instanceof CodedError ? quotedInstead[error.code] : undefined
    if (!why) throw error
    ctx.log.warn({ err: error }, 'the model has not answered')
    return quote(why, 0)
  }
}

type Answered = Awaited<ReturnType<typeof answerBy>>

function proven({ answer, tokens }: Answered): AnsweredQuestion {
  return { ...answer, tokens }
}

const quotedInstead: Readonly<Record<string, QuotedBecause>> = {
  model_unavailable: 'model_unavailable',
  question_declined: 'question_declined',
}

async function answerBy(model: ChatModel, ctx: Answering, asked: QuestionWithPassages) {
  const { source, passages, signal = ctx.signal, onText } = asked
  const { understoodAs } = passages
  const question = understoodAs ?? asked.question
  const caller: Caller = { passport: ctx.passport, requestId: ctx.requestId, signal }
  const supplied = passages.map(({ title: documentTitle, documentId, start, ...passage }) => {
    const { id, headingPath, text, score, similarity, windows } = passage
    const position = { documentId, start }
    return { id, position, documentTitle, headingPath, text, score, similarity, windows }
  })
  const parts = model.answer({
    question,
    passages: supplied,
    topicSimilarity: passages.topicSimilarity,
    compare: (spans) => source.compare(caller, question, spans),
    signal,
  })
  const explained = withDefinitions(parts, passages)
  try {
    const { answer, usage, closest, isUnproven } = await checkAnswer(
      withContradictions(explained, { question, passages }),
      {
        supplied: passages,
        verify: (spans) => source.verify(caller, spans),
        onText,
      },
    )
    if (usage) ctx.log.info({ model: model.model, ...usage }, 'tokens of an answer')
    const tokens = usage ? usage.promptTokens + usage.answerTokens : tokensOf(question, answer.content)
    const isNone = answer.outcome === 'no_evidence'
    const near = isNone && (await findNearest(caller, { source, question, passages, closest }))
    const understood = understoodAs !== undefined && { understoodAs }
    return { answer: { ...answer, ...near, ...understood }, isUnproven, tokens }
  } catch (cause) {
    throw codedTrouble(cause)
  }
}

function codedTrouble(cause: unknown): unknown {
  if (cause instanceof ChatModelDeclined) {
    const message = 'The assistant declined to answer this question. Please put it in other words.'
    return new CodedError('question_declined', message, { cause })
  }
  if (!(cause instanceof ChatModelUnavailable)) return cause
  const message = 'The assistant is unavailable right now. Please try again in a moment.'
  const { retryAfterSeconds } = cause
  return new CodedError('model_unavailable', message, { retryAfterSeconds, cause })
}
