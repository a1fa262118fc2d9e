import { Client, type estypes } from '@elastic/elasticsearch'
import { lexicalRecipe } from '@portal/ranking/lexical-recipe'
import { passageHeadings } from './index-obliqa.ts'
import type { Ranking } from './measures.ts'
import type { Obliqa } from './obliqa.ts'

const index = 'bench-english-analysis'
const part = 1000
const words = ['english_possessive_stemmer', 'lowercase', 'stop', 'porter_stem']

/** The recipe with Elasticsearch's own English analysis: words, shingles, headings. */
export async function englishAnalysis(url: string, { passages, questions }: Obliqa): Promise<Ranking> {
  const { host, username, password } = new URL(url)
  const client = new Client({
    node: `http://${host}`,
    ...(username === '' ? {} : { auth: { username, password } }),
    requestTimeout: 120_000,
  })
  try {
    await client.indices.delete({ index, ignore_unavailable: true })
    await client.indices.create({ index, settings, mappings: { properties: fields } })
    const headings = passageHeadings(passages)
    for (let start = 0; start < passages.length; start += part) {
      const operations = passages.slice(start, start + part).flatMap(({ id, text }, at) => {
        const heading = headings[start + at]?.join('\n') ?? ''
        return [{ index: { _index: index, _id: id } }, { body: text, pairs: text, heading }]
      })
      await client.bulk({ operations })
    }
    await client.indices.refresh({ index })
    const ranking: string[][] = []
    for (const { question } of questions) {
      const { hits } = await client.search({ index, size: 10, _source: false, query: queryFor(question) })
      ranking.push(hits.hits.map((hit) => hit._id ?? ''))
    }
    await client.indices.delete({ index })
    return ranking
  } finally {
    await client.close()
  }
}

function queryFor(question: string) {
  const should = Object.entries(lexicalRecipe.fields).map(([field, boost]) => ({
    match: { [field]: { query: question, boost } },
  }))
  return { bool: { should } }
}

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  number_of_replicas: 0,
  similarity: { recipe: { type: 'BM25', k1: lexicalRecipe.k1, b: lexicalRecipe.b } },
  analysis: {
    filter: {
      english_possessive_stemmer: { type: 'stemmer', language: 'possessive_english' },
      pairs: { type: 'shingle', min_shingle_size: 2, max_shingle_size: 2, output_unigrams: false },
    },
    analyzer: {
      words: { type: 'custom', tokenizer: 'standard', filter: words },
      pairs: { type: 'custom', tokenizer: 'standard', filter: [...words, 'pairs'] },
    },
  },
}

const field = (analyzer: string): estypes.MappingProperty => ({
  type: 'text',
  analyzer,
  similarity: 'recipe',
})
const fields = { body: field('words'), pairs: field('pairs'), heading: field('words') }
