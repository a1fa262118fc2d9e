import { otherWords } from '@portal/ranking/analysis/everyday-words'
import { textTerms } from '@portal/ranking/analysis/text-terms'
import { cosine } from '@portal/ranking/same-meaning'

/**
 * Cosine from which a question may be the one that was verified, if its words agree: of 39,000
 * pairs of different questions none does (`npm run bench -- likeness`).
 */
export const verifiedLikeness = 0.91

/** Words that turn a question into another one; each must be in both or in neither. */
const turning = new Set(
  `not never without except after before minimum maximum first last former internal external
  personal public`.split(/\s+/),
)

/** What is asked for; the first one in a question counts. */
const kinds: readonly (readonly [kind: string, asked: RegExp])[] = [
  ['how often', /\bhow often\b|\bintervals?\b/],
  ['how long', /\bhow long\b|\bhow many (?:years|months|weeks|days|hours|minutes)\b|\bretention period\b/],
  [
    'by when',
    /\bwhen\b|\bhow (?:soon|fast|early)\b|\bdeadline\b|\bwithin (?:what|how)\b|\bwhat time\b|\buntil when\b/,
  ],
  ['how much', /\bhow (?:much|many)\b|\blimit\b|\bmax(?:imum)?\b|\bwhat value\b|\bnumber of\b/],
  ['who', /\bwho(?:m|se)?\b/],
  ['where', /\bwhere\b|\bin which (?:system|register)\b/],
  ['whether', /^(?:may|can|is|are|do|does|must|am)\b/],
  ['what to do', /^what (?:do|now)\b|\bwhat now\b/],
  ['how', /\bhow (?:do|does|is|are)\b|\bway to\b/],
]

/** Words that say what is asked for rather than about what, as search terms. */
const asking = new Set(
  textTerms(`how many much often long soon fast early within time deadline interval period number limit
    maximum value allowed ok now get need want please way possible take happen require use`),
)

/** Common to both where one says a word more than the other. */
const sharedMin = 2

/**
 * Whether two questions whose vectors are alike may be one in other words. Vectors of questions
 * that differ in one decisive word are as alike as those of one question in two wordings, so the
 * words decide: the same numbers and turning words, nothing else asked for, and the same terms or
 * everyday words for them, of which one question may have one more.
 */
export function isSameQuestion(a: string, b: string): boolean {
  return isSame(featuresOf(a), featuresOf(b))
}

/** Questions so near are few; the words of more are not compared. */
const comparedMax = 50

interface Question {
  readonly question: string
  readonly vector: Float32Array
}

/** What of a list is the same question, the nearest first; null if nothing is. */
export function sameQuestion<T extends Question>(asked: Question, list: readonly T[]): T | null {
  const near = list
    .map((each) => ({ each, likeness: cosine(asked.vector, each.vector) }))
    .filter(({ likeness }) => likeness >= verifiedLikeness)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, comparedMax)
  const features = near.length === 0 ? null : featuresOf(asked.question)
  const found = features && near.find(({ each }) => isSame(features, featuresOf(each.question)))
  return found?.each ?? null
}

function isSame(left: Features, right: Features): boolean {
  if (left.decisive !== right.decisive) return false
  if (left.kind !== right.kind && left.kind !== null && right.kind !== null) return false
  const more = [moreIn(left, right), moreIn(right, left)]
  if (more[0] === 0 && more[1] === 0) return left.terms.size > 0
  const shared = Math.min(left.terms.size, right.terms.size)
  return Math.min(...more) === 0 && Math.max(...more) === 1 && shared >= sharedMin
}

interface Features {
  readonly decisive: string
  readonly kind: string | null
  readonly terms: ReadonlySet<string>
  /** Everyday words for the terms. */
  readonly others: ReadonlySet<string>
}

function featuresOf(question: string): Features {
  const text = question.toLowerCase()
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const decisive = words.filter((word) => /\d/.test(word) || turning.has(word))
  const terms = new Set(textTerms(text).filter((term) => !asking.has(term)))
  const asked = kinds.flatMap(([kind, sign]) => {
    const at = text.search(sign)
    return at === -1 ? [] : [{ kind, at }]
  })
  const [first] = asked.toSorted((one, other) => one.at - other.at)
  return {
    decisive: [...new Set(decisive)].sort().join(' '),
    kind: first?.kind ?? null,
    terms,
    others: new Set(otherWords([...terms])),
  }
}

/** How many terms of the one the other has in no words. */
function moreIn(one: Features, { terms, others }: Features): number {
  return [...one.terms].filter((term) => !terms.has(term) && !others.has(term)).length
}
