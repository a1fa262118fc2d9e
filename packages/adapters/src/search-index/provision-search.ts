import { isEngineUrl } from '../engine-url/engine-url.ts'
import { sqliteFolder, unknownSearchIndex } from './open-search-index.ts'

/**
 * Makes what the search index at an address (as `openSearchIndex` takes it) needs before services start: templates and the index of records
 * of Elasticsearch; the embedded one makes its own. Any number of times; resolves to what was made, in sentences. Throws EngineUnavailable,
 * ConfigError.
 */
export async function provisionSearch(url: string): Promise<readonly string[]> {
  if (sqliteFolder(url) !== undefined) return []
  if (!isEngineUrl(url, 'elasticsearch')) throw unknownSearchIndex(url)
  const { provisionElasticsearch } = await import('./elasticsearch/provision-elasticsearch.ts')
  const { created } = await provisionElasticsearch(url)
  return created.map((name) => `made the index ${name}`)
}
