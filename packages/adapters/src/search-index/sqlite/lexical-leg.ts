import type { SearchHit, SearchQuery } from '@portal/service-kit/ports/search-index'
import { termPairs } from '../analysis/text-terms.ts'
import { type LexicalField, lexicalRecipe, saturatedCount } from '../lexical-recipe.ts'
import type { OrganizationFile } from './organization-file.ts'
import { questionTerms, type TermWeights } from './question-terms.ts'
import { departmentsParameter, readableDocument } from './readable-documents.ts'

/** Candidates that FTS5 proposes for our scoring, per hit and at least. */
const candidatesPerHit = 4
const candidatesMin = 400
const proposingFrequencyMax = 1000

const { body, pairs, heading } = lexicalRecipe.fields
const findCandidates = `
  SELECT passages.number, passage_id, passages.body, marks, passages.heading, document_id, version_id
  FROM terms CROSS JOIN passages ON passages.number = terms.rowid CROSS JOIN documents ON documents.number = passages.document
  WHERE terms MATCH :match AND rank MATCH 'bm25(${body}, ${pairs}, ${heading})' AND ${readableDocument}
  ORDER BY rank LIMIT :candidates`

interface Averages {
  readonly passages: number
  readonly body: number
  readonly pairs: number
  readonly heading: number
}

/** The lexical leg: FTS5 proposes readable candidates, the recipe scores them. */
export function lexicalHits(file: OrganizationFile, query: SearchQuery): SearchHit[] {
  const averages = readAverages(file)
  if (averages.passages === 0) return []
  const weights = questionTerms(file, query.text, averages.passages)
  const match = matchExpression(weights)
  if (match === '') return []
  const rows = file.statement(findCandidates).all({
    match,
    departments: departmentsParameter(query.departments),
    candidates: Math.max(candidatesMin, candidatesPerHit * query.limit),
  })
  const hits = rows.map((row) => {
    const terms = words(row.body)
    const linked = [...termPairs(terms), ...words(row.marks)]
    const score =
      fieldScore(terms, weights.body, averages.body) +
      fieldScore(linked, weights.pairs, averages.pairs) +
      fieldScore(words(row.heading), weights.heading, averages.heading)
    return {
      passageId: String(row.passage_id),
      documentId: String(row.document_id),
      versionId: String(row.version_id),
      number: Number(row.number),
      score,
    }
  })
  hits.sort((a, b) => b.score - a.score || a.number - b.number)
  return hits.slice(0, query.limit).map(({ number: _, ...hit }) => hit)
}

function fieldScore(terms: readonly string[], weights: TermWeights, averageLength: number): number {
  const counts = new Map<string, number>()
  for (const term of terms) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
  let score = 0
  for (const [term, count] of counts) {
    score += (weights.get(term)?.weight ?? 0) * saturatedCount(count, terms.length / averageLength)
  }
  return score
}

/** Very common terms propose no candidates unless all are: alone they rank low. */
function matchExpression(weights: Record<LexicalField, TermWeights>): string {
  const expression = (frequencyMax: number) =>
    (['body', 'pairs', 'heading'] as const)
      .map((field) => {
        const terms = [...weights[field]].filter(([, { frequency }]) => frequency <= frequencyMax)
        return terms.length === 0 ? '' : `${field} : (${terms.map(([term]) => `"${term}"`).join(' OR ')})`
      })
      .filter((part) => part !== '')
      .join(' OR ')
  return expression(proposingFrequencyMax) || expression(Number.POSITIVE_INFINITY)
}

function readAverages(file: OrganizationFile): Averages {
  const totals = file.statement('SELECT passages, body, pairs, heading FROM totals').get()
  const passages = Number(totals?.passages)
  const average = (total: unknown) => Math.max(1, Number(total)) / Math.max(1, passages)
  return {
    passages,
    body: average(totals?.body),
    pairs: average(totals?.pairs),
    heading: average(totals?.heading),
  }
}

function words(text: unknown): string[] {
  return typeof text === 'string' && text !== '' ? text.split(' ') : []
}
