import { termPairs } from '@portal/ranking/analysis/text-terms'
import { type LexicalField, lexicalRecipe, perField } from '@portal/ranking/lexical-recipe'
import { lexicalScore, type WeightedQuestion } from '@portal/ranking/lexical-score'
import type { SearchHit, SearchQuery } from '@portal/service-kit/ports/search-index'
import { type OrganizationFile, words } from './organization-file.ts'
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

/** The question against the organization's passages; undefined while there are none. */
export function weightedQuestion(file: OrganizationFile, query: SearchQuery): WeightedTerms | undefined {
  const totals = file.statement('SELECT passages, body, pairs, heading FROM totals').get()
  const passages = Number(totals?.passages)
  if (passages === 0) return undefined
  const averages = perField((field) => Math.max(1, Number(totals?.[field])) / passages)
  return { passages, averages, weights: questionTerms(file, query, passages) }
}

interface WeightedTerms extends WeightedQuestion {
  readonly weights: Readonly<Record<LexicalField, TermWeights>>
}

/** The lexical leg: FTS5 proposes readable candidates, the recipe scores them. */
export function lexicalHits(
  file: OrganizationFile,
  query: SearchQuery,
  question = weightedQuestion(file, query),
): SearchHit[] {
  if (!question) return []
  const match = matchExpression(question.weights)
  if (match === '') return []
  const rows = file.statement(findCandidates).all({
    match,
    departments: departmentsParameter(query.departments),
    candidates: Math.max(candidatesMin, candidatesPerHit * query.limit),
  })
  const others = rows.filter((row) => row.document_id !== query.supposed?.documentId)
  const hits = others.map((row) => {
    const terms = words(row.body)
    const own = {
      body: terms,
      pairs: [...termPairs(terms), ...words(row.marks)],
      heading: words(row.heading),
    }
    return {
      passageId: String(row.passage_id),
      documentId: String(row.document_id),
      versionId: String(row.version_id),
      number: Number(row.number),
      score: lexicalScore(own, question),
    }
  })
  hits.sort((a, b) => b.score - a.score || a.number - b.number)
  return hits.slice(0, query.limit).map(({ number: _, ...hit }) => hit)
}

/** Very common terms propose no candidates unless all are: alone they rank low. */
function matchExpression(weights: WeightedTerms['weights']): string {
  const expression = (frequencyMax: number) =>
    Object.entries(weights)
      .map(([field, known]) => {
        const terms = [...known].filter(([, { frequency }]) => frequency <= frequencyMax)
        return terms.length === 0 ? '' : `${field} : (${terms.map(([term]) => `"${term}"`).join(' OR ')})`
      })
      .filter((part) => part !== '')
      .join(' OR ')
  return expression(proposingFrequencyMax) || expression(Number.POSITIVE_INFINITY)
}
