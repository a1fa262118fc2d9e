import type { Citation } from '@portal/contracts/chat'

/** Share of words that evidence must contain: paraphrases keep more, inventions less. */
const shareMin = 1 / 3
const stemUnits = 5
const shortestWord = 4

/**
 * Whether the evidence supports a model's wording; a document can make a model say anything beside
 * a genuine quote. Numbers and addresses must occur in the evidence, as must a third of the words
 * (by their stems); images and markup are rejected.
 */
export function isSupported(wording: string, evidence: readonly Pick<Citation, 'quote'>[]): boolean {
  const proof = evidence
    .map(({ quote }) => quote)
    .join('\n')
    .toLowerCase()
  const said = wording.toLowerCase()
  if (said.trim() === '' || /!\[|<[a-z/!]|\]\(/.test(said)) return false
  const exact = said.match(/\d+|\S*(?::\/\/|@|www\.)\S*|[a-z0-9-]+(?:\.[a-z]{2,})+/g) ?? []
  if (!exact.every((text) => proof.includes(text.replace(/[.,;:)]+$/, '')))) return false
  const stems = [...new Set(wordsOf(said))]
  const proved = new Set(wordsOf(proof))
  return stems.filter((stem) => proved.has(stem)).length >= stems.length * shareMin
}

function wordsOf(text: string): string[] {
  const words = text.match(/\p{L}+/gu) ?? []
  return words.filter((word) => word.length >= shortestWord).map((word) => word.slice(0, stemUnits))
}
