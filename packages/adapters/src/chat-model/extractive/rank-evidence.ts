import { stemmer } from 'stemmer'
import type { EvidenceSpan } from './evidence-spans.ts'

/** Weight of a word that occurs only in headings, title or lead. */
const headingShare = 0.6

/** Share of topic words per span, weighted by inverse frequency (Spärck Jones 1972, smoothed). */
export function coverageOf(question: string, spans: readonly EvidenceSpan[]): number[] {
  const wanted = [...new Set(topicTerms(question))]
  const own = spans.map((span) => new Set(topicTerms(span.text)))
  const above = spans.map(
    ({ passage, lead }) =>
      new Set(topicTerms([passage.documentTitle, ...passage.headingPath, lead].join(' '))),
  )
  const weights = wanted.map((term) =>
    Math.log(1 + spans.length / (1 + own.filter((terms) => terms.has(term)).length)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return spans.map(() => 0)
  return spans.map((_, at) => {
    const met = wanted.reduce((sum, term, index) => {
      const share = own[at]?.has(term) ? 1 : above[at]?.has(term) ? headingShare : 0
      return sum + share * (weights[index] ?? 0)
    }, 0)
    return met / total
  })
}

/** The encoder's cosines crowd into this range, which is stretched to 0..1. */
const cosineFloor = 0.74
const cosineCeiling = 0.93

/** Penalty for a missing value of the kind asked for. */
const missingValue = 0.2

/** A score of at most 1 from words and meaning; weights tuned on golden questions. */
export function evidenceScore(coverage: number, similarity: number, holdsValue: boolean): number {
  const meaning = Math.min(1, Math.max(0, (similarity - cosineFloor) / (cosineCeiling - cosineFloor)))
  return 0.45 * coverage + 0.55 * meaning - (holdsValue ? 0 : missingValue)
}

const stopWords = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can cannot could did do ' +
    'does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me may ' +
    'might more most must my no nor not of off on once only or other our ours out over own same shall she should so some such than that the ' +
    'their theirs them then there these they this those through to too under until up us very was we were what when where which while who ' +
    'whom whose why will with would you your yours get gets got give given happen happens need tell please company'
  ).split(' '),
)

/** Stems of a text's topical words, in order. */
function topicTerms(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu) ?? []
  return words.flatMap((word) => {
    const parts = word.includes('-')
      ? [word.replaceAll('-', ''), ...word.split('-')]
      : [word.replace(/['’]s$/, '')]
    return parts.filter((part) => part.length > 1 && !stopWords.has(part)).map((part) => stemmer(part))
  })
}
