import type { Citation } from '@portal/contracts/chat'

/** Share of words that evidence must contain: paraphrases keep more, what is added has none. */
const shareMin = 0.6
/** As many words in a row may be a model's own. */
const ownInARowMax = 3
const stemUnits = 5
const shortestWord = 4

const markup = /!\[|<[a-z/!]|\]\(/
/** Characters that show a text otherwise than it reads. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const addressMark = /:\/\/|@|www\./
/** From the beginning of a word only, else each of its letters would begin a search to its end. */
const host = /(?<![a-z0-9-])\d*([a-z-][a-z0-9-]*(?:\.[a-z]{2,})+)/g
const negation =
  /\b(?:not|no|never|none|neither|nor|nobody|nothing|without|cannot|nicht|kein|keine|keinen|keinem|keiner|nie|niemals|ohne)\b|n['’]t\b|\b(?:un|dis)(?:able|allowed)\b|\b(?:forbid|prohibit|verboten|untersagt)/

/**
 * Whether the evidence supports a model's wording; a document can make a model say anything beside
 * a genuine quote. Numbers and addresses must occur in the evidence, as must most of the words (by
 * their stems); what denies must rest on what denies, and the other way round. Markup and invisible
 * characters are rejected.
 */
export function isSupported(wording: string, evidence: readonly Pick<Citation, 'quote'>[]): boolean {
  const proof = evidence
    .map(({ quote }) => quote)
    .join('\n')
    .toLowerCase()
  const said = wording.toLowerCase()
  if (said.trim() === '' || markup.test(said) || invisible.test(said)) return false
  if (!exactOf(said).every((text) => proof.includes(text))) return false
  if (negation.test(said) !== negation.test(proof)) return false
  return isMostlyProved(said, proof)
}

/** Numbers, addresses and hosts, each once. */
function exactOf(said: string): string[] {
  const addresses = said.split(/\s+/).filter((word) => addressMark.test(word))
  const hosts = [...said.matchAll(host)].map(([, name = '']) => name)
  return [...new Set([...(said.match(/\d+/g) ?? []), ...addresses.map(withoutEnd), ...hosts])]
}

/** An address without the punctuation of its sentence. */
function withoutEnd(word: string): string {
  let end = word.length
  while (end > 0 && '.,;:)'.includes(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}

function isMostlyProved(said: string, proof: string): boolean {
  const proved = new Set(stemsOf(proof))
  const stems = stemsOf(said)
  // Of words too short to have a stem, each is looked for.
  if (stems.length === 0) {
    const words = new Set(wordsOf(proof))
    return wordsOf(said).every((word) => words.has(word))
  }
  let own = 0
  for (const stem of stems) {
    own = proved.has(stem) ? 0 : own + 1
    if (own > ownInARowMax) return false
  }
  const distinct = [...new Set(stems)]
  return distinct.filter((stem) => proved.has(stem)).length >= distinct.length * shareMin
}

function stemsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => word.length >= shortestWord)
  return words.map((word) => word.slice(0, stemUnits))
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? []
}
