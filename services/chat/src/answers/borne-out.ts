import type { Citation } from '@portal/contracts/chat'

/** Share of a statement's words that its evidence must hold. A paraphrase keeps more, an invention less. */
const shareMin = 1 / 3
const stemUnits = 5
const shortestWord = 4

/**
 * Whether a model's wording may stand in front of its evidence. A document can make a model say anything and quote something real beside it;
 * so every number and address of the wording must stand in the evidence, a third of its words too (by their first letters), and it
 * must be plain: no image, no markup.
 */
export function isBorneOut(wording: string, evidence: readonly Pick<Citation, 'quote'>[]): boolean {
  const proof = evidence
    .map(({ quote }) => quote)
    .join('\n')
    .toLowerCase()
  const said = wording.toLowerCase()
  if (said.trim() === '' || /!\[|<[a-z/!]|\]\(/.test(said)) return false
  const exact = [...said.matchAll(/\d+|\S*(?::\/\/|@|www\.)\S*|[a-z0-9-]+(?:\.[a-z]{2,})+/g)].map(
    ([text]) => text,
  )
  if (!exact.every((text) => proof.includes(text.replace(/[.,;:)]+$/, '')))) return false
  const stems = [...new Set(wordsOf(said))]
  const proved = new Set(wordsOf(proof))
  return stems.filter((stem) => proved.has(stem)).length >= stems.length * shareMin
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/[\p{L}]+/gu)]
    .filter(([word]) => word.length >= shortestWord)
    .map(([word]) => word.slice(0, stemUnits))
}
