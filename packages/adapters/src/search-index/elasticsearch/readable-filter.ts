import type { estypes } from '@elastic/elasticsearch'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import { everyone } from './passage-document.ts'

/** Filter of every query: the organization's documents that the asker may read. */
export function readableFilter({
  organizationId,
  departments,
}: Pick<SearchQuery, 'organizationId' | 'departments'>): estypes.QueryDslQueryContainer[] {
  const own = { term: { organization: String(organizationId) } }
  if (departments === null) return [own]
  return [own, { terms: { departments: [everyone, ...departments.map(String)] } }]
}
