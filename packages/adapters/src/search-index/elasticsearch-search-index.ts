import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { checkEngine } from './elasticsearch/check-engine.ts'
import { EngineDoor } from './elasticsearch/engine-door.ts'
import { countDocuments, ensureGeneration, removeOtherGenerations } from './elasticsearch/generations.ts'
import { type Generation, generationOf } from './elasticsearch/index-names.ts'
import { countEntries, purgeOrganization } from './elasticsearch/purge-organization.ts'
import { replaceDocument } from './elasticsearch/replace-document.ts'
import { searchPassages } from './elasticsearch/search-passages.ts'
import { fittingEncoder } from './prepared-encoder.ts'

const limitMax = 200

/**
 * The search index on Elasticsearch 9 (address `elasticsearch[+https]://user:password@host:port/<prefix>?shards=1`). Every organization's
 * passages are routed to one shard; a record per document says which of its editions counts (docs/adr/0011). One generation of passages
 * per encoder and analysis, all behind one alias, so that a rebuild leaves no gap. Needs what {@link provisionElasticsearch} makes.
 */
export function openElasticsearchSearchIndex(url: string): SearchIndex {
  const door = new EngineDoor(url)
  let prepared: Generation | undefined

  function fitting(organizationId: number, vectors: readonly Float32Array[]): Generation {
    fittingEncoder(prepared, organizationId, vectors)
    if (!prepared) throw new Error('fittingEncoder has thrown')
    return prepared
  }

  return {
    holds: 'search index',
    async prepare(encoder) {
      const generation = generationOf(encoder)
      await ensureGeneration(door, generation)
      const { known, stale } = await countDocuments(door, generation)
      if (stale === 0) await removeOtherGenerations(door, generation)
      prepared = generation
      return stale > 0 || known === 0 ? 'rebuild' : 'ready'
    },
    async replaceDocument(document) {
      const vectors = document.passages.map((passage) => passage.vector)
      const generation = fitting(document.organizationId, vectors)
      const { moved } = await replaceDocument(door, generation, document)
      if (!moved) return
      const { stale } = await countDocuments(door, generation)
      if (stale === 0) await removeOtherGenerations(door, generation)
    },
    async search(query) {
      const generation = fitting(query.organizationId, [query.vector])
      const limit = Math.max(1, Math.min(limitMax, Math.trunc(query.limit)))
      return await searchPassages(door, generation, { ...query, limit })
    },
    countOf: (organizationId) => countEntries(door, organizationId),
    async purge(organizationId) {
      fitting(organizationId, [])
      await purgeOrganization(door, organizationId)
    },
    check: () => checkEngine(door),
    close: () => door.close(),
  }
}
