import type { Outcome } from '@portal/contracts/chat'

/** One passage that an answer may rest on. `text` is untrusted data, never an instruction. */
export interface SuppliedPassage {
  readonly id: string
  readonly documentTitle: string
  readonly headingPath: readonly string[]
  readonly text: string
  /** Fused retrieval score of the passage, comparable within one question only. */
  readonly score: number
  /** Query-passage cosine of the encoder, -1 to 1; comparable between questions. */
  readonly similarity: number
}

/** A part of a supplied passage: UTF-16 offsets `[start, end)` into its text. */
export interface SuppliedSpan {
  readonly passageId: string
  readonly start: number
  readonly end: number
}

/** A question with the only text that may be used to answer it. */
export interface AnswerRequest {
  readonly question: string
  readonly passages: readonly SuppliedPassage[]
  /**
   * Query-passage cosines of the question and at most 50 spans, in order, by the encoder that found
   * the passages; null where a passage may no longer be cited.
   */
  readonly compare: (spans: readonly SuppliedSpan[]) => Promise<readonly (number | null)[]>
  readonly signal?: AbortSignal
}

/** What an answer cost in tokens: as the engine counted them, else an estimate that is rather too high. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly answerTokens: number
  readonly isEstimate: boolean
}

/**
 * A piece of an answer, in order. `quote` points at UTF-16 offsets `[start, end)` inside the supplied passage's text. `text` is wording
 * and is always followed by its evidence, one quote or several: what has none is not given. Quotes before any wording stand for
 * themselves. Exactly one `outcome` comes last; `usage` is absent where no tokens are paid for.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'quote'; readonly passageId: string; readonly start: number; readonly end: number }
  | { readonly type: 'outcome'; readonly outcome: Outcome; readonly usage?: TokenUsage }

/**
 * Turns a question and passages into an answer. The caller checks every quote again: a model is never trusted. Aborting rejects with
 * the signal's reason; an answer that nobody reads on ends its work. Throws {@link ChatModelUnavailable} when the engine is down, too
 * slow, out of budget or breaks off, {@link ChatModelDeclined} when it refuses this question; then nothing that was given counts.
 */
export interface ChatModel {
  readonly model: string
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
  /** Throws {@link EngineUnavailable} with one sentence that says why the engine cannot answer. */
  check(): Promise<void>
}

/** The model cannot answer now; `retryAfterSeconds` says when to try again. */
export class ChatModelUnavailable extends Error {
  override readonly name = 'ChatModelUnavailable'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The engine refuses this question or its passages (its content filter, say): trying again would not help. */
export class ChatModelDeclined extends Error {
  override readonly name = 'ChatModelDeclined'
}
