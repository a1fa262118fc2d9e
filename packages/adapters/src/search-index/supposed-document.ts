import { type PassageFields, passageTerms } from '@portal/ranking/analysis/passage-terms'
import { type LexicalField, perField } from '@portal/ranking/lexical-recipe'
import { lexicalScore } from '@portal/ranking/lexical-score'
import type {
  IndexedPassage,
  SearchHit,
  SearchHits,
  SearchQuery,
  SupposedDocument,
} from '@portal/service-kit/ports/search-index'

/** How many passages of the supposed document have a term in a field. */
export function supposedFrequency(supposed: SupposedDocument | undefined) {
  const passages = supposed
    ? termsOf(supposed).map((terms) => perField((field) => new Set(terms[field])))
    : []
  return (field: LexicalField, term: string): number =>
    passages.reduce((count, terms) => count + (terms[field].has(term) ? 1 : 0), 0)
}

function termsOf({ passages, title }: SupposedDocument): PassageFields[] {
  return passages.map((passage) => passageTerms(passage, title))
}

/** What a search finds with the passages of the supposed document among its hits. */
export function withSupposed(hits: SearchHits, { supposed, vector, limit }: SearchQuery): SearchHits {
  if (!supposed) return hits
  const hitOf = ({ id: passageId }: IndexedPassage, score: number): SearchHit => {
    return { passageId, documentId: supposed.documentId, versionId: supposed.versionId, score }
  }
  const { question } = hits
  const terms = termsOf(supposed)
  const lexical = supposed.passages.map((passage, at) => {
    const own = terms[at]
    return hitOf(passage, own && question ? lexicalScore(own, question) : 0)
  })
  const cosines = supposed.passages.map((passage) => hitOf(passage, product(passage.vector, vector)))
  return {
    question,
    lexical: best([...hits.lexical, ...lexical.filter(({ score }) => score > 0)], limit),
    vector: best([...hits.vector, ...cosines], limit),
  }
}

function best(hits: readonly SearchHit[], limit: number): SearchHit[] {
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
