import { inverseFrequency, lexicalRecipe, perField } from '@portal/ranking/lexical-recipe'
import type { WeightedQuestion } from '@portal/ranking/lexical-score'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import { supposedFrequency } from '../supposed-document.ts'
import type { EngineClient } from './engine-client.ts'
import type { Generation } from './index-templates.ts'
import type { AskedFields } from './lexical-query.ts'

interface Searched {
  readonly query: SearchQuery
  readonly generation: Generation
}

/**
 * The question's terms with the weights that the engine gives them in the organization's shard, so
 * that passages can be scored again, and those which are not indexed score as those which are.
 */
export async function weightedQuestion(
  engine: EngineClient,
  asked: AskedFields,
  { query, generation }: Searched,
): Promise<WeightedQuestion> {
  const doc = perField((field) => [...asked[field].keys()].join(' '))
  const { term_vectors: vectors } = await engine.call('search', (client) =>
    client.termvectors({
      index: engine.generation(generation),
      routing: String(query.organizationId),
      doc,
      fields: Object.keys(doc),
      term_statistics: true,
      field_statistics: true,
      offsets: false,
      positions: false,
    }),
  )
  const supposedOf = supposedFrequency(query.supposed)
  return {
    passages: vectors?.body?.field_statistics?.doc_count ?? 0,
    averages: perField((field) => {
      const { doc_count: passages = 0, sum_ttf: terms = 0 } = vectors?.[field]?.field_statistics ?? {}
      return Math.max(1, terms) / Math.max(1, passages)
    }),
    weights: perField((field) => {
      const passages = vectors?.[field]?.field_statistics?.doc_count ?? 0
      const known = [...asked[field]].flatMap(([term, count]) => {
        const indexed = vectors?.[field]?.terms[term]?.doc_freq ?? 0
        const frequency = indexed || supposedOf(field, term)
        if (frequency === 0) return []
        const rarity = inverseFrequency(frequency, Math.max(passages, frequency))
        return [[term, { weight: lexicalRecipe.fields[field] * count * rarity }] as const]
      })
      return new Map(known)
    }),
  }
}
