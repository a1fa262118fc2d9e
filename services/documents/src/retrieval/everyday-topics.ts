import { readFile } from 'node:fs/promises'
import { textTerms } from '@portal/ranking/analysis/text-terms'
import { cosine } from '@portal/ranking/same-meaning'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'

/** A topic that people ask about at work, whether or not any document covers it. */
interface Topic {
  readonly terms: ReadonlySet<string>
  readonly vector: Float32Array
}

/** Terms that a heading and a topic share when the heading names the topic. */
const sharedTermsMin = 2
/** Topics per request: an encoder's limit of texts. */
const topicsAtATime = 50

interface Bank {
  topics: readonly Topic[] | undefined
  loading: Promise<void>
}

const banks = new WeakMap<Embedder, Bank>()

/**
 * The cosine of a question with the nearest everyday topic that none of these headings names: high
 * for questions of another field than the documents'. Null until the topics are known.
 */
export async function topicSimilarity(
  embedder: Embedder,
  question: Float32Array,
  headings: readonly string[],
): Promise<number | null> {
  const topics = await topicsOf(embedder)
  if (!topics) return null
  const named = headings.map((heading) => textTerms(heading))
  const isNamed = ({ terms }: Topic) =>
    named.some((heading) => new Set(heading.filter((term) => terms.has(term))).size >= sharedTermsMin)
  const nearest = topics
    .map((topic) => ({ topic, similarity: cosine(question, topic.vector) }))
    .sort((a, b) => b.similarity - a.similarity)
  return nearest.find(({ topic }) => !isNamed(topic))?.similarity ?? null
}

/**
 * Once per encoder; after a failure, with the next question. Those of the bundled one are read in
 * milliseconds, so that the first question is judged like the others; no question waits for another
 * encoder.
 */
async function topicsOf(embedder: Embedder): Promise<readonly Topic[] | undefined> {
  const bank = banks.get(embedder) ?? newBank(embedder)
  if (embedder.model === topicVectors.model) await bank.loading
  return bank.topics
}

function newBank(embedder: Embedder): Bank {
  const load = async () => {
    try {
      bank.topics = await loadTopics(embedder)
    } catch (error) {
      banks.delete(embedder)
      if (!(error instanceof EngineUnavailable)) throw error
    }
  }
  const bank: Bank = { topics: undefined, loading: Promise.resolve() }
  bank.loading = load()
  banks.set(embedder, bank)
  return bank
}

async function loadTopics(embedder: Embedder): Promise<Topic[]> {
  const lines = await readTopics()
  const vectors = (await storedVectors(embedder, lines.length)) ?? (await encodeAll(embedder, lines))
  return lines.flatMap((line, at) => {
    const vector = vectors[at]
    return vector ? [{ terms: new Set(textTerms(line)), vector }] : []
  })
}

/** The topics, a line each. */
export async function readTopics(): Promise<string[]> {
  const file = await readFile(new URL('./everyday-topics.txt', import.meta.url), 'utf8')
  return file.split('\n').filter(Boolean)
}

/** The vectors of all topics by an encoder, in order. */
export async function encodeAll(embedder: Embedder, lines: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let start = 0; start < lines.length; start += topicsAtATime)
    vectors.push(...(await embedder.embed(lines.slice(start, start + topicsAtATime), 'query')))
  return vectors
}

/** Vectors of the bundled encoder, which would take seconds after each start; in whole numbers. */
export const topicVectors = {
  model: 'e5-small-v2-int8',
  file: new URL('./everyday-topics.e5-small-v2-int8.bin', import.meta.url),
}

async function storedVectors({ model, dimensions }: Embedder, count: number) {
  if (model !== topicVectors.model) return undefined
  const bytes = await readFile(topicVectors.file)
  if (bytes.length !== count * dimensions)
    throw new Error('The vectors of the topics are not of these: npm run bench -- search --part topics')
  return Array.from({ length: count }, (_, at) =>
    unitVector(new Int8Array(bytes.buffer, bytes.byteOffset + at * dimensions, dimensions)),
  )
}

/** Loops: calls for each of 300,000 numbers would keep the thread for a third of a second. */
function unitVector(row: Int8Array): Float32Array {
  let squares = 0
  for (let at = 0; at < row.length; at++) squares += (row[at] ?? 0) ** 2
  const length = Math.sqrt(squares)
  const vector = new Float32Array(row.length)
  for (let at = 0; at < row.length; at++) vector[at] = (row[at] ?? 0) / length
  return vector
}

/** Vectors for the file: each row as large as whole numbers of a byte allow. */
export function topicRows(vectors: readonly Float32Array[]): Int8Array {
  const [{ length: dimensions } = { length: 0 }] = vectors
  const rows = new Int8Array(vectors.length * dimensions)
  for (const [at, vector] of vectors.entries()) {
    const most = vector.reduce((found, value) => Math.max(found, Math.abs(value)), 0)
    rows.set(
      vector.map((value) => Math.round((127 * value) / most)),
      at * dimensions,
    )
  }
  return rows
}
