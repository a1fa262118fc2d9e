import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'

/** The search index that a URL names: `sqlite:<folder>`. Throws with one sentence for anything else. */
export function openSearchIndex(url: string): SearchIndex {
  const folder = /^sqlite:(.+)$/.exec(url)?.[1]
  if (folder !== undefined) return openSqliteSearchIndex(folder)
  throw new Error(`The search index URL "${url}" is not known; use sqlite:<folder>.`)
}
