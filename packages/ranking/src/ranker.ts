import type { AskedQuestion } from './asked-question.ts'
import type { Candidate } from './rank-passages.ts'

/** A question in its own words and as encoder and index know it. */
export interface QuestionToRank {
  readonly text: string
  readonly asked: AskedQuestion
}

/** A candidate with its own words. */
export interface PassageToRank extends Candidate {
  readonly text: string
}

/** Orders the passages that an index found for a question; a port with adapters. */
export interface Ranker {
  /**
   * A score per passage, in the order given, higher for a better one; comparable within one call.
   * Rejects with the signal's reason only: while an engine is away, the embedded scores count.
   */
  rank(
    question: QuestionToRank,
    passages: readonly PassageToRank[],
    signal: AbortSignal,
  ): Promise<readonly number[]>
  /** Throws EngineUnavailable with a one-sentence reason while the engine behind it is away. */
  check(): Promise<void>
  close(): Promise<void>
}
