import type { Judged } from './judge-reply.ts'
import type { Overlap } from './span-overlap.ts'

/** A judged reply with how well it overlaps the words that answer. */
export interface Measured extends Judged {
  readonly overlap: Overlap | null
}

/** A share from 0 to 1, NaN of nothing. */
export function share<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.filter(isCounted).length / items.length
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}

/**
 * The probability that an answerable question has the higher confidence, ties as half (Hanley and
 * McNeil 1982, the Mann-Whitney statistic).
 */
export function areaUnderCurve(answerable: readonly number[], unanswerable: readonly number[]): number {
  const wins = answerable.flatMap((right) =>
    unanswerable.map((wrong) => (right > wrong ? 1 : right === wrong ? 0.5 : 0)),
  )
  return mean(wins)
}

/** A point of the abstention curve: what answering from this confidence on gives. */
export interface CurvePoint {
  readonly threshold: number
  /** Unanswerable questions that would be answered. */
  readonly isFalse: number
  readonly answered: number
  /** Answerable questions with the right words among three quotations. */
  readonly right: number
}

/** Points from the strictest threshold to the most generous; none without confidences. */
export function abstentionCurve(measured: readonly Measured[]): CurvePoint[] {
  const scored = measured.filter(({ reply }) => reply.confidence !== null)
  if (scored.length < measured.length || scored.length === 0) return []
  const answerable = scored.filter(({ isAnswerable }) => isAnswerable)
  const others = scored.filter(({ isAnswerable }) => !isAnswerable)
  const thresholds = new Set(scored.map(({ reply }) => reply.confidence ?? 0).toSorted((a, b) => b - a))
  return [...thresholds].map((threshold) => {
    const isAbove = ({ reply }: Measured) => (reply.confidence ?? 0) >= threshold
    return {
      threshold,
      isFalse: share(others, isAbove),
      answered: share(answerable, isAbove),
      right: share(answerable, (one) => isAbove(one) && one.wordsRank !== null),
    }
  })
}

/** The most that is answered while at most this share of the unanswerable is. */
export function answeredAt(curve: readonly CurvePoint[], isFalseMax: number): CurvePoint | undefined {
  return curve.findLast(({ isFalse }) => isFalse <= isFalseMax)
}

/** P10: the false answers when 90 % of the answerable questions are answered. */
export function falseAtCoverage(curve: readonly CurvePoint[], coverage = 0.9): number {
  return curve.find(({ answered }) => answered >= coverage)?.isFalse ?? Number.NaN
}
