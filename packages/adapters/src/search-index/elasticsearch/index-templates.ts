import type { estypes } from '@elastic/elasticsearch'
import { analysisVersion } from '../analysis/analysis-version.ts'
import { lexicalRecipe } from '../lexical-recipe.ts'
import { type Generation, type IndexNames, layoutVersion } from './index-names.ts'

/** Grows with every change of the templates below. */
export const templateVersion = 1

/** Replicas and shards; an organization lives in one shard. */
export interface IndexSize {
  readonly shards: number
}

const common = {
  // Replicas as far as there are machines for them.
  auto_expand_replicas: '0-1',
  // Our own refresh makes writes visible; none is needed in between.
  refresh_interval: '-1',
  'translog.durability': 'request',
} as const

/** A field of the recipe: our analysis' terms, counted without positions. */
const terms = { type: 'text', analyzer: 'terms', similarity: 'recipe', index_options: 'freqs' } as const
const keyword = { type: 'keyword' } as const
/** Returned with hits, not searchable. */
const carried = { type: 'keyword', index: false } as const

/** Common to all passage indices; each generation adds its own mapping. */
function passagesShape({ shards }: IndexSize) {
  return {
    settings: {
      index: {
        ...common,
        number_of_shards: shards,
        // A purge must also clear the files.
        'merge.policy.expunge_deletes_allowed': '0',
        similarity: { recipe: { type: 'BM25', k1: lexicalRecipe.k1, b: lexicalRecipe.b } },
        analysis: { analyzer: { terms: { type: 'custom', tokenizer: 'whitespace' } } },
      },
    },
    mappings: {
      dynamic: 'strict',
      _routing: { required: true },
      _source: { enabled: false },
      properties: {
        organization: keyword,
        document: keyword,
        departments: keyword,
        edition: keyword,
        revision: { type: 'long' },
        passage: carried,
        version: carried,
        body: terms,
        pairs: terms,
        heading: terms,
        shorts: keyword,
        longs: keyword,
        abbreviations: keyword,
      },
    },
  } as const satisfies estypes.IndicesPutIndexTemplateIndexTemplateMapping
}

/** Passages, searched by both legs. Of a text only its terms are stored, unreadably. */
export function passagesTemplate(names: IndexNames, size: IndexSize): estypes.IndicesPutIndexTemplateRequest {
  return {
    name: names.passages,
    index_patterns: [`${names.passages}*`],
    version: templateVersion,
    priority: 500,
    // Writes to a removed generation must fail, not recreate it with the wrong shape.
    allow_auto_create: false,
    template: passagesShape(size),
  }
}

/** The full definition of a generation, independent of the template. */
export function generationShape({ model, dimensions }: Generation, size: IndexSize) {
  const { settings, mappings } = passagesShape(size)
  const vector = {
    type: 'dense_vector',
    dims: dimensions,
    index: true,
    similarity: 'cosine',
    index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
  } as const
  return {
    settings,
    mappings: {
      ...mappings,
      _meta: { model, dimensions, analysis: analysisVersion, layout: layoutVersion },
      properties: { ...mappings.properties, vector },
    },
  }
}

/** Records: current editions and purged organizations. Read by id, so always current. */
export function recordsTemplate(names: IndexNames): estypes.IndicesPutIndexTemplateRequest {
  return {
    name: names.records,
    index_patterns: [`${names.records}*`],
    version: templateVersion,
    priority: 500,
    allow_auto_create: false,
    template: {
      settings: { index: { ...common, number_of_shards: 1 } },
      mappings: {
        dynamic: 'strict',
        _routing: { required: true },
        properties: {
          organization: keyword,
          isPurged: { type: 'boolean' },
          document: keyword,
          revision: { type: 'long' },
          generation: keyword,
          edition: keyword,
          change: { type: 'long' },
          passages: { type: 'integer' },
        },
      },
    },
  }
}
