import { hash } from 'node:crypto'
import type { estypes } from '@elastic/elasticsearch'
import { analysisVersion } from '@portal/ranking/analysis/text-terms'
import { lexicalRecipe } from '@portal/ranking/lexical-recipe'
import type { EngineClient } from './engine-client.ts'

/** Incremented with every change of the templates below. */
export const templateVersion = 1
/** Incremented with every change of the passage mapping or the recipe's numbers. */
const layoutVersion = 1

/** What a generation of passages was built with; any change yields another key. */
export interface Generation {
  readonly key: string
  readonly model: string
  readonly dimensions: number
}

/** The generation of an encoder under the current analysis and layout. */
export function generationOf({ model, dimensions }: Omit<Generation, 'key'>): Generation {
  const made = JSON.stringify([model, dimensions, analysisVersion, layoutVersion])
  return { key: hash('sha256', made).slice(0, 16), model, dimensions }
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

/** Common to all passage indices; an organization lives in one shard. */
function passagesShape({ shards }: EngineClient) {
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

/** The full definition of a generation, independent of the template. */
export function generationShape(engine: EngineClient, { model, dimensions }: Generation) {
  const { settings, mappings } = passagesShape(engine)
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
const recordsShape = {
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
} as const satisfies estypes.IndicesPutIndexTemplateIndexTemplateMapping

/** The templates of passages, of which only unreadable terms are stored, and of records. */
export function indexTemplates(engine: EngineClient): estypes.IndicesPutIndexTemplateRequest[] {
  const shapes = { [engine.passages]: passagesShape(engine), [engine.records]: recordsShape }
  return Object.entries(shapes).map(([name, template]) => ({
    name,
    index_patterns: [`${name}*`],
    version: templateVersion,
    priority: 500,
    // Writes to a removed generation must fail, not recreate it with the wrong shape.
    allow_auto_create: false,
    template,
  }))
}
