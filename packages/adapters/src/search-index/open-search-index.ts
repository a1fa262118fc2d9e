import { ConfigError } from '@portal/service-kit/config'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

/** The index for an address: `sqlite:<folder>` or `elasticsearch://…`. Throws ConfigError. */
export async function openSearchIndex(url: string): Promise<SearchIndex> {
  if (isEngineUrl(url, 'elasticsearch')) {
    // Loaded on demand: its client takes as long to load as most of the service.
    const { openElasticsearchSearchIndex } = await import('./elasticsearch-search-index.ts')
    return openElasticsearchSearchIndex(url)
  }
  const folder = sqliteFolder(url)
  if (folder !== undefined) return openSqliteSearchIndex(folder)
  throw unknownSearchIndex(url)
}

/** The folder that an address of the embedded index names. */
export function sqliteFolder(url: string): string | undefined {
  return /^sqlite:(.+)$/.exec(url)?.[1]
}

/** What an address that no search index speaks is refused with. */
export function unknownSearchIndex(url: string): ConfigError {
  const scheme = /^[a-z0-9+]*/i.exec(url)?.[0] ?? ''
  return new ConfigError(
    `The search index address "${scheme}:…" is not known; use sqlite:<folder> or elasticsearch://<user>:<password>@<host>:<port>/<prefix>.`,
  )
}
