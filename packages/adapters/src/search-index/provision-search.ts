import { isEngineUrl } from '../engine-url/engine-url.ts'
import { sqliteFolder, unknownSearchIndex } from './open-search-index.ts'

/** Provisions Elasticsearch, idempotently; resolves to sentences about what was created. */
export async function provisionSearch(url: string): Promise<readonly string[]> {
  if (sqliteFolder(url) !== undefined) return []
  if (!isEngineUrl(url, 'elasticsearch')) throw unknownSearchIndex(url)
  const { provisionElasticsearch } = await import('./elasticsearch/provision-elasticsearch.ts')
  return (await provisionElasticsearch(url)).map((name) => `made the index ${name}`)
}
