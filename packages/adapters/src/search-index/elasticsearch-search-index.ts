import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { checkEngine } from './elasticsearch/check-engine.ts'
import { EngineClient } from './elasticsearch/engine-client.ts'
import { countDocuments, removeOtherGenerations } from './elasticsearch/generations.ts'
import type { Generation } from './elasticsearch/index-names.ts'
import { KeptGeneration } from './elasticsearch/kept-generation.ts'
import { countEntries, purgeOrganization } from './elasticsearch/purge-organization.ts'
import { replaceDocument } from './elasticsearch/replace-document.ts'
import { searchPassages } from './elasticsearch/search-passages.ts'
import { fittingEncoder } from './prepared-encoder.ts'

const limitMax = 200

/**
 * The search index on Elasticsearch 9
 * (`elasticsearch[+https]://user:password@host:port/<prefix>?shards=1`, docs/adr/0011). An
 * organization's passages are routed to one shard; a record per document names its current edition.
 * Generations (encoder and analysis) share an alias, so that a rebuild leaves no gap.
 */
export function openElasticsearchSearchIndex(url: string): SearchIndex {
  const engine = new EngineClient(url)
  const kept = new KeptGeneration(engine)

  function fitting(organizationId: number, vectors: readonly Float32Array[]): Generation {
    fittingEncoder(kept.generation, organizationId, vectors)
    if (!kept.generation) throw new Error('fittingEncoder has thrown')
    return kept.generation
  }

  return {
    holds: 'search index',
    prepare: (encoder, refill) => kept.prepare(encoder, refill),
    async replaceDocument(document) {
      const vectors = document.passages.map((passage) => passage.vector)
      const generation = fitting(document.organizationId, vectors)
      const { moved } = await kept.use(() => replaceDocument(engine, generation, document))
      await kept.fillForWriters()
      if (!moved) return
      const { stale } = await countDocuments(engine, generation)
      if (stale === 0) await removeOtherGenerations(engine, generation)
    },
    async search(query) {
      const generation = fitting(query.organizationId, [query.vector])
      const limit = Math.max(1, Math.min(limitMax, Math.trunc(query.limit)))
      return await kept.use(async () => {
        await kept.assertFilled()
        return await searchPassages(engine, generation, { ...query, limit })
      })
    },
    countOf: (organizationId) => kept.use(() => countEntries(engine, organizationId)),
    async purge(organizationId) {
      fitting(organizationId, [])
      await kept.use(() => purgeOrganization(engine, organizationId))
    },
    async check() {
      await kept.use(() => checkEngine(engine))
      await kept.fill()
    },
    close: () => engine.close(),
  }
}
