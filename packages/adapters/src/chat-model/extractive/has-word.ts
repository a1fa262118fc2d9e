import { otherWords } from '@portal/ranking/analysis/everyday-words'
import type { AskedQuestion } from './asked-question.ts'

const kinUnits = 5
/** One of the words that documents have for a phrase may be about anything. */
const meantMin = 2

/** Says that a rule holds for all: "should not be shared with anyone", "are never shared". */
export const whomever =
  /\b(?:anyone|anybody|someone else|somebody else|others|other people|never|under no circumstances)\b/i
/** Stands among the terms of such a rule; no stem ends so. */
export const ofAnyone = '*'

/** Somebody whom an employee may mean, as terms. */
const anybody = new Set(
  'colleagu cowork friend wife husband spous boss kid child son daughter mother father brother sister neighbour famili intern stranger'.split(
    ' ',
  ),
)

/**
 * Whether words hold a term, one that begins like it, or another word for it; whom a rule for
 * everybody means, too.
 */
export function hasWord(held: ReadonlySet<string>, term: string): boolean {
  if (held.has(ofAnyone) && anybody.has(term)) return true
  return [term, ...otherWords([term])].some((word) => isIn(held, word))
}

/**
 * Whether words hold each term or a synonym of it. A term of the question is no synonym of another:
 * in "Must my camera be on in video calls?", "video" does not stand for the camera.
 */
export function hasEachWord(held: ReadonlySet<string>, terms: readonly string[]): boolean {
  const others = new Set([...held].filter((word) => !terms.includes(word)))
  return terms.every((term) => isIn(held, term) || hasWord(others, term))
}

/** Whether words hold a term itself, or one that begins like it. */
export function hasOwnWord(held: ReadonlySet<string>, term: string): boolean {
  return isIn(held, term)
}

/**
 * Whether words hold what documents say for an everyday phrase that a term is part of. A word that
 * the question has itself says nothing of the phrase.
 */
export function hasPhrase(
  held: ReadonlySet<string>,
  { phrases, terms: asked }: Pick<AskedQuestion, 'phrases' | 'terms'>,
  term: string,
): boolean {
  return phrases.some(({ terms, meantTerms }) => {
    if (!terms.includes(term)) return false
    const others = meantTerms.filter((word) => !asked.includes(word))
    const met = others.filter((word) => isIn(held, word)).length
    return others.length > 0 && met >= Math.min(meantMin, others.length)
  })
}

/** How far words hold what documents say for an everyday phrase that a term is part of, 0 to 1. */
export function phraseShare(
  held: ReadonlySet<string>,
  { phrases }: Pick<AskedQuestion, 'phrases'>,
  term: string,
): number {
  const shares = phrases
    .filter(({ terms }) => terms.includes(term))
    .map(({ meantTerms }) => meantTerms.filter((word) => isIn(held, word)).length / meantTerms.length)
  return Math.max(0, ...shares)
}

const lacking = /\b(?:without|missing|lacks?|lacking)\b/i

/**
 * 1 where a question says that something is missing, and a clause does, too: what a record shows
 * is not about somebody "without a record".
 */
export function lackMet({ text }: Pick<AskedQuestion, 'text'>, clause: string): 0 | 1 {
  return lacking.test(text) && lacking.test(clause) ? 1 : 0
}

function isIn(held: ReadonlySet<string>, term: string): boolean {
  if (held.has(term)) return true
  if (term.length <= kinUnits) return false
  const beginning = term.slice(0, kinUnits)
  return [...held].some((other) => other.startsWith(beginning))
}
