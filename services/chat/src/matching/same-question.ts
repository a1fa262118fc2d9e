/**
 * Cosine from which a question may be the one that was verified, as documents groups questions. The
 * words below part those that vectors do not.
 */
export const verifiedLikeness = 0.93

/** Words that turn a question into another one; each must be in both or in neither. */
const turning = new Set(
  `not never without except after before minimum maximum first last former internal external
  personal public`.split(/\s+/),
)

/**
 * Whether two questions may be one in other words: the same numbers, and nothing in one that turns
 * its meaning. Vectors of questions that differ in one such word are alike.
 */
export function isSameQuestion(a: string, b: string): boolean {
  const [left, right] = [a, b].map(featuresOf)
  return left !== undefined && left === right
}

function featuresOf(question: string): string {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const decisive = words.filter((word) => /\d/.test(word) || turning.has(word))
  return [...new Set(decisive)].sort().join(' ')
}
