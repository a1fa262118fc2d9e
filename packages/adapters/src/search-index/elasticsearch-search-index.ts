import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { checkEngine } from './elasticsearch/check-engine.ts'
import { EngineClient } from './elasticsearch/engine-client.ts'
import { KeptGeneration } from './elasticsearch/kept-generation.ts'
import { countEntries, purgeOrganization } from './elasticsearch/purge-organization.ts'
import { replaceDocument } from './elasticsearch/replace-document.ts'
import { searchPassages } from './elasticsearch/search-passages.ts'
import { boundedQuery, fittingEncoder, vectorsOf } from './prepared-encoder.ts'

/**
 * The search index on Elasticsearch 9
 * (`elasticsearch[+https]://user:password@host:port/<prefix>?shards=1`, docs/adr/0011). An
 * organization's passages are routed to one shard; a record per document names its current edition.
 * Generations (encoder and analysis) share an alias, so that a rebuild leaves no gap.
 */
export function openElasticsearchSearchIndex(url: string): SearchIndex {
  const engine = new EngineClient(url)
  const kept = new KeptGeneration(engine)

  return {
    holds: 'search index',
    prepare: (encoder, refill) => kept.prepare(encoder, refill),
    async replaceDocument(document) {
      const vectors = document.passages.map((passage) => passage.vector)
      const generation = fittingEncoder(kept.generation, document.organizationId, vectors)
      const { moved } = await kept.use(() => replaceDocument(engine, generation, document))
      await kept.fillForWriters()
      if (moved) await kept.removeOthers(generation)
    },
    async search(query) {
      const generation = fittingEncoder(kept.generation, query.organizationId, vectorsOf(query))
      return await kept.use(async () => {
        await kept.assertFilled()
        return await searchPassages(engine, generation, boundedQuery(query))
      })
    },
    countOf: (organizationId) => kept.use(() => countEntries(engine, organizationId)),
    async purge(organizationId) {
      fittingEncoder(kept.generation, organizationId, [])
      await kept.use(() => purgeOrganization(engine, organizationId))
    },
    async check() {
      await kept.use(() => checkEngine(engine))
      await kept.fill()
    },
    close: () => engine.close(),
  }
}
