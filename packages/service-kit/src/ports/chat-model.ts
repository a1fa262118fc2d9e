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

/** A question with the only text that may be used to answer it. */
export interface AnswerRequest {
  readonly question: string
  readonly passages: readonly SuppliedPassage[]
  readonly signal?: AbortSignal
}

/**
 * A piece of an answer, in order. `quote` points at UTF-16 offsets `[start, end)` inside the supplied passage's text and is the
 * evidence of what stands before it; `text` is wording. Exactly one `outcome` comes last.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'quote'; readonly passageId: string; readonly start: number; readonly end: number }
  | { readonly type: 'outcome'; readonly outcome: Outcome }

/**
 * Turns a question and passages into an answer. The caller checks every quote again: a model is never trusted.
 * Throws {@link ChatModelUnavailable} when the engine is down or out of budget.
 */
export interface ChatModel {
  readonly model: string
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
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
