import { CodedError } from '@portal/service-kit/coded-error'
import { ChatModelDeclined, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import type { Context, FoundPassages, PassageSource } from '../ports.ts'
import { verifyCitations } from './cite.ts'
import { type Answer, composeAnswer, draftAnswer } from './compose-answer.ts'
import { withContradictions } from './show-contradictions.ts'
import { tokensOf } from './token-quota.ts'
import { findNearest } from './unanswered.ts'

/** How many passages a question is answered from. */
export const passageLimit = 12

export interface QuestionWithPassages {
  /** Where the passages come from, and what the answer is checked against. */
  readonly source: PassageSource
  readonly question: string
  readonly passages: FoundPassages
}

/** Model and citation check, none of it inside a transaction. */
export async function answerQuestion(
  ctx: Context,
  { source, question, passages }: QuestionWithPassages,
): Promise<Answer & { readonly tokens: number }> {
  const supplied = passages.map(({ title: documentTitle, documentId, start, ...passage }) => {
    const { id, headingPath, text, score, similarity, windows } = passage
    const position = { documentId, start }
    return { id, position, documentTitle, headingPath, text, score, similarity, windows }
  })
  try {
    const parts = ctx.ports.model.answer({
      question,
      passages: supplied,
      topicSimilarity: passages.topicSimilarity,
      compare: (spans) => source.compare(ctx, question, spans),
      signal: ctx.signal,
    })
    const draft = await draftAnswer(withContradictions(parts, passages), passages)
    const valid = await verifyCitations(draft.citations, (spans) => source.verify(ctx, spans))
    if (draft.usage) ctx.log.info({ model: ctx.ports.model.model, ...draft.usage }, 'tokens of an answer')
    const composed = composeAnswer(draft, valid)
    const isNone = composed.outcome === 'no_evidence'
    const { closest } = draft
    const answer = { ...composed, ...(isNone && (await findNearest(ctx, { source, passages, closest }))) }
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
