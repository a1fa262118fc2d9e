import { analysisVersion } from '@portal/ranking/analysis/text-terms'
import type { SearchHits, SearchIndex } from '@portal/service-kit/ports/search-index'
import { RestartingWorker } from '../workers/restarting-worker.ts'
import { startThread } from '../workers/start-thread.ts'
import { partsOf } from './passage-parts.ts'
import { boundedQuery, fittingEncoder, vectorsOf } from './prepared-encoder.ts'
import type { ReadRequest } from './sqlite/read-worker.ts'
import type { WriteRequest } from './sqlite/write-worker.ts'

/**
 * The embedded search index: one SQLite file per organization in a folder owned by one process.
 * Reading and writing have a thread each, so a long document never delays a question. A thread that
 * dies fails its calls and is restarted.
 */
export function openSqliteSearchIndex(folder: string): SearchIndex {
  const reader = new RestartingWorker<ReadRequest, SearchHits>('search index', () =>
    startThread(new URL('./sqlite/read-worker.ts', import.meta.url), folder),
  )
  const writer = new RestartingWorker<WriteRequest, boolean | number>('search index', () =>
    startThread(new URL('./sqlite/write-worker.ts', import.meta.url), folder),
  )
  const purged = new Set<number>()
  /** `key` names what vectors and terms depend on: model, size and version of the analysis. */
  let prepared: { readonly key: string; readonly dimensions: number } | undefined

  return {
    holds: 'search index',
    async prepare({ model, dimensions }) {
      prepared = { key: `${model}/${dimensions}/${analysisVersion}`, dimensions }
      return (await writer.call({ type: 'isStale', encoder: prepared.key })) ? 'rebuild' : 'ready'
    },
    async replaceDocument(document) {
      const vectors = document.passages.map((passage) => passage.vector)
      const { key: encoder } = fittingEncoder(prepared, document.organizationId, vectors)
      for (const part of partsOf(document)) await writer.call({ ...part, encoder })
    },
    async search(query) {
      const { key: encoder } = fittingEncoder(prepared, query.organizationId, vectorsOf(query))
      if (purged.has(query.organizationId)) return { lexical: [], vector: [] }
      return await reader.call({ type: 'search', query: boundedQuery(query), encoder })
    },
    async countOf(organizationId) {
      return Number(await writer.call({ type: 'count', organizationId }))
    },
    async purge(organizationId) {
      fittingEncoder(prepared, organizationId, [])
      // No search opens the file again from here, so the reader can release it.
      purged.add(organizationId)
      await writer.call({ type: 'purge', organizationId })
      await reader.call({ type: 'forget', organizationId })
    },
    async check() {
      await writer.call({ type: 'check' })
      await reader.call({ type: 'check' })
    },
    async close() {
      await reader.close()
      await writer.call({ type: 'close' })
      await writer.close()
    },
  }
}
