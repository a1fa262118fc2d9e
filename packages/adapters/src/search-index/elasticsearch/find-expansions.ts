import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import type { AskedTerms } from '../analysis/asked-terms.ts'
import type { EngineClient } from './engine-client.ts'
import { readableFilter } from './readable-filter.ts'

const askedMax = 2000
const bucketsMax = 128
const addedMax = 32

/** Other forms of the question's abbreviations, from passages that the asker may read. */
export async function findExpansions(
  engine: EngineClient,
  query: SearchQuery,
  { terms, runs }: AskedTerms,
): Promise<string[]> {
  if (terms.length === 0) return []
  const shorts = [...new Set(terms)].slice(0, askedMax)
  const longs = [...new Set(runs)].slice(0, askedMax)
  const { aggregations } = await engine.call('search', (client, options) =>
    client.search<unknown, { introduced: { buckets: readonly { readonly key: string }[] } }>(
      {
        index: engine.names.passages,
        routing: String(query.organizationId),
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        query: {
          bool: {
            filter: readableFilter(query),
            should: [{ terms: { shorts } }, { terms: { longs } }],
            minimum_should_match: 1,
          },
        },
        aggs: { introduced: { terms: { field: 'abbreviations', size: bucketsMax } } },
      },
      options,
    ),
  )
  const introduced = aggregations?.introduced.buckets.map(({ key }) => key) ?? []
  return addedTerms(introduced, { terms: new Set(terms), runs: new Set(runs) })
}

/** Forms that the question lacks; unrelated abbreviations of the same passage are skipped. */
function addedTerms(
  introduced: readonly string[],
  asked: { readonly terms: ReadonlySet<string>; readonly runs: ReadonlySet<string> },
): string[] {
  const added = introduced.flatMap((abbreviation) => {
    const [short = '', ...long] = abbreviation.split(' ')
    return [...(asked.terms.has(short) ? long : []), ...(asked.runs.has(long.join(' ')) ? [short] : [])]
  })
  return [...new Set(added)].filter((term) => !asked.terms.has(term)).slice(0, addedMax)
}
