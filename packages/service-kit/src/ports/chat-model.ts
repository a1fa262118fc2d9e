import type { Outcome } from '@portal/contracts/chat'
import type { RetrievedWindow } from '@portal/contracts/retrieved-window'

/** A passage an answer may cite. `text` is untrusted data, never an instruction. */
export interface SuppliedPassage {
  readonly id: string
  /** The document that it is part of, and where it begins in its text. */
  readonly position?: { readonly documentId: string; readonly start: number } | undefined
  readonly documentTitle: string
  readonly headingPath: readonly string[]
  readonly text: string
  /** Fused retrieval score of the passage, comparable within one question only. */
  readonly score: number
  /** Query-passage cosine of the encoder, -1 to 1; comparable between questions. */
  readonly similarity: number
  /** Its windows, where retrieval has the tokens of passages. */
  readonly windows?: readonly RetrievedWindow[] | undefined
}

/** A part of a supplied passage: UTF-16 offsets `[start, end)` into its text. */
export interface SuppliedSpan {
  readonly passageId: string
  readonly start: number
  readonly end: number
}

/** A span to be compared with the question: below its titles, or its words alone. */
export interface ComparedSpan extends SuppliedSpan {
  readonly isAlone?: boolean | undefined
}

/** A quotation from a passage: its deciding clause, and what is shown with it (decision 78). */
export interface PassageQuote extends SuppliedSpan {
  /** Lead-ins, headers, rules and conditions, without which the clause may be misread. */
  readonly context?: readonly Pick<SuppliedSpan, 'start' | 'end'>[]
}

/** Said above the quotations that decide a question that asks for it. */
export type Verdict = 'yes' | 'no' | 'only_if'

/** A question with the only text that may be used to answer it. */
export interface AnswerRequest {
  readonly question: string
  readonly passages: readonly SuppliedPassage[]
  /**
   * Cosines of the question and at most 50 spans, in order, by the encoder that found the passages;
   * null where a passage may no longer be cited.
   */
  readonly compare: (spans: readonly ComparedSpan[]) => Promise<readonly (number | null)[]>
  /** Cosine of the question with the nearest everyday topic that the passages do not name. */
  readonly topicSimilarity?: number | null | undefined
  readonly signal?: AbortSignal
}

/** Tokens used for an answer: counted by the engine, or else estimated generously. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly answerTokens: number
  readonly isEstimate: boolean
}

/**
 * A piece of an answer, in order. `quote` points at UTF-16 offsets `[start, end)` in a passage. A
 * `verdict` comes first, and only where the first quote decides the question.
 * Each `text` is followed by its quotes or dropped; quotes before any text are used on their own.
 * `end` says that no more quotes of a statement follow, so that it can be shown; without it a
 * statement ends with the next one. One `outcome` comes last; `usage` is absent where tokens cost
 * nothing. `closest`: what is nearest without answering (decision 74); `confidence`: how likely the
 * passages answer, 0 to 1; `isUnproven`: it claimed to answer, but nothing that it quoted is there.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'quote' } & PassageQuote)
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'end' }
  | {
      readonly type: 'outcome'
      readonly outcome: Outcome
      readonly usage?: TokenUsage
      readonly closest?: readonly PassageQuote[]
      readonly confidence?: number
      readonly isUnproven?: boolean
    }

/** A question and those that its asker asked before it in the same conversation, oldest first. */
export interface FollowUpQuestion {
  readonly question: string
  readonly earlier: readonly string[]
  readonly signal?: AbortSignal
}

/**
 * Answers a question from passages; callers check every quote. Aborting rejects with the signal's
 * reason, abandoning the iteration ends the work. Throws {@link ChatModelUnavailable} or {@link
 * ChatModelDeclined}, which void the parts given so far.
 */
export interface ChatModel {
  readonly model: string
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
  /**
   * The question in words that need no conversation to be understood; null if it cannot tell, soon
   * enough. Absent where a model has no words of its own. Rejects only with the signal's reason.
   */
  standalone?(question: FollowUpQuestion): Promise<string | null>
  /** Throws {@link EngineUnavailable} with a one-sentence reason. */
  check(): Promise<void>
}

/** Down, too slow, out of budget or broken off; `retryAfterSeconds` says when to try again. */
export class ChatModelUnavailable extends Error {
  override readonly name = 'ChatModelUnavailable'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The engine refuses this question or its passages, so a retry would not help. */
export class ChatModelDeclined extends Error {
  override readonly name = 'ChatModelDeclined'
}
