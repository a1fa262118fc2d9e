import type { estypes } from '@elastic/elasticsearch'
import { analysisVersion } from '../analysis/analysis-version.ts'
import { lexicalRecipe } from '../lexical-recipe.ts'
import { type Generation, type IndexNames, layoutVersion } from './index-names.ts'

/** Grows with every change of the templates below. */
export const templateVersion = 1

/** How often the indices are kept, and in how many parts; an organization lives in one part. */
export interface IndexSize {
  readonly shards: number
}

const common = {
  // Copies as far as there are machines for them: none on a single one.
  auto_expand_replicas: '0-1',
  // A refresh of our own makes a write visible; between two nothing need change.
  refresh_interval: '-1',
  'translog.durability': 'request',
} as const

/** A field of the recipe: terms as our analysis made them, counted without positions. */
const terms = { type: 'text', analyzer: 'terms', similarity: 'recipe', index_options: 'freqs' } as const
const keyword = { type: 'keyword' } as const
/** Read with a hit and never searched for. */
const carried = { type: 'keyword', index: false } as const

/** Of every index of passages, and with a generation's own mapping of any one. */
function passagesShape({ shards }: IndexSize) {
  return {
    settings: {
      index: {
        ...common,
        number_of_shards: shards,
        // A purge leaves nothing behind in the files either.
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

/** Passages: what both legs search. Nothing of a text is kept but its terms, and those cannot be read back. */
export function passagesTemplate(names: IndexNames, size: IndexSize): estypes.IndicesPutIndexTemplateRequest {
  return {
    name: names.passages,
    index_patterns: [`${names.passages}*`],
    version: templateVersion,
    priority: 500,
    // A write to a generation that was removed fails, and does not make a new one of the wrong shape.
    allow_auto_create: false,
    template: passagesShape(size),
  }
}

/** A generation in full, which stands without the template: its shape, the size of its vectors, and for people what it was made with. */
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

/** Records: which edition of a document counts, and which organizations were purged. Read by id, so never late. */
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
