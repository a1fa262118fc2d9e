import type { Bound } from './quantities.ts'
import type { Duty } from './read-claims.ts'

interface LimitedValue {
  readonly value: number
  readonly bound: Bound
}

/** Months have no fixed length: 30 days and one month are the same period. */
const tolerance = 0.05

/**
 * Whether two values of one thing cannot both be the rule. Two upper limits that differ count:
 * following the looser one breaks the other.
 */
export function valuesExclude(a: LimitedValue, b: LimitedValue): boolean {
  if (Math.abs(a.value - b.value) <= tolerance * Math.max(Math.abs(a.value), Math.abs(b.value))) return false
  if (a.bound === b.bound) return true
  return isOutside(a, b) || isOutside(b, a)
}

/** Whether a value lies outside of what the limit leaves open. */
function isOutside({ value, bound }: LimitedValue, limit: LimitedValue): boolean {
  if (bound === 'over' || limit.bound === 'over') return false
  if (limit.bound === 'most') return bound !== 'most' && value > limit.value
  return limit.bound === 'least' && bound !== 'least' && value < limit.value
}

const opposites: readonly (readonly [Duty, Duty])[] = [
  ['required', 'forbidden'],
  ['allowed', 'forbidden'],
  ['required', 'optional'],
]

/** Whether two duties about the same act cannot both be the rule. */
export function dutiesExclude(a: Duty, b: Duty): boolean {
  return opposites.some(([one, other]) => (a === one && b === other) || (a === other && b === one))
}
