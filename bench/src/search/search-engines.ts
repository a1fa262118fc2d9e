import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provisionElasticsearch } from '@portal/adapters/search-index/elasticsearch/provision-elasticsearch'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { startSupervisor } from '@portal/deploy/engines/supervise/start-supervisor'
import type { SearchIndex } from '@portal/service-kit/ports/search-index'

/** One of the adapters; `open` returns an empty index. */
export interface SearchEngine {
  readonly name: 'SQLite' | 'Elasticsearch'
  open(): Promise<SearchIndex>
}

/** The adapters, and the address of the Elasticsearch in use; null: only the embedded one is. */
export interface SearchEngines {
  readonly all: readonly SearchEngine[]
  readonly elasticsearchUrl: string | null
}

/**
 * Runs work with both engines: a running Elasticsearch, whose data is kept, or a temporary one if
 * `address` is undefined; null: with the embedded engine alone.
 */
export async function withSearchEngines<Result>(
  address: string | null | undefined,
  work: (engines: SearchEngines) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-search-'))
  const started = address === undefined ? await startElasticsearch() : { url: address, stop: async () => {} }
  const indices: SearchIndex[] = []
  const opened = (index: SearchIndex) => {
    indices.push(index)
    return index
  }
  const sqlite: SearchEngine = {
    name: 'SQLite',
    open: async () => opened(await openSearchIndex(`sqlite:${join(folder, randomBytes(4).toString('hex'))}`)),
  }
  const elasticsearch: SearchEngine = {
    name: 'Elasticsearch',
    open: async () => {
      const prefix = `bench-${randomBytes(4).toString('hex')}`
      const url = Object.assign(new URL(started.url ?? ''), { pathname: `/${prefix}` }).href
      await provisionElasticsearch(url)
      return opened(await openSearchIndex(url))
    },
  }
  try {
    const all = started.url === null ? [sqlite] : [sqlite, elasticsearch]
    return await work({ all, elasticsearchUrl: started.url })
  } finally {
    for (const index of indices) await index.close()
    await started.stop()
    await rm(folder, { recursive: true })
  }
}

async function startElasticsearch(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dataFolder = join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`)
  const supervisor = await startSupervisor({ dataFolder, isTemporary: true }, console.log)
  await supervisor.start(['elasticsearch'])
  return { url: supervisor.access.urls.elasticsearch ?? '', stop: () => supervisor.stop() }
}
