import { fuse } from '@portal/documents-service/retrieval/fusion'
import { splitPassages } from '@portal/documents-service/text/passages'
import { type PlainAnswers, plain } from '../answers/plain-words.ts'
import { organizationOf } from '../answers/planned-documents.ts'
import type { GoldenQuestion } from '../golden/golden-questions.ts'
import type { EmbeddingCache } from '../search/embedding-cache.ts'
import { TextbookBm25 } from '../search/textbook-bm25.ts'
import type { ReadText } from './read-texts.ts'

/** A question with the words that answer it. */
export interface AskedWords {
  readonly golden: GoldenQuestion
  readonly answers: PlainAnswers
}

/** Texts cut into passages of at most so many units; a part of them is searched per question. */
interface Cut {
  readonly texts: readonly ReadText[]
  readonly unitsMax: number
  readonly vectors: EmbeddingCache
}

/** How many passages there are, and where each question's answer is read. */
export interface FoundAnswers {
  readonly passages: number
  /**
   * Per question, how many characters are read, best passage first, until a passage that has the
   * right words has been read; null if no passage has them whole.
   */
  readonly characters: readonly (number | null)[]
}

const legLimit = 100

/** Ranks each question's passages by words and vectors, fused as the documents service does. */
export async function findAnswers(
  asked: readonly AskedWords[],
  { texts, unitsMax, vectors }: Cut,
): Promise<FoundAnswers> {
  const passages = texts.flatMap(({ file, organizationId, assembled }) =>
    splitPassages(assembled, unitsMax).map(({ start, end }) => {
      const text = assembled.text.slice(start, end)
      return { file, organizationId, text, words: plain(text) }
    }),
  )
  const encoded = await vectors.embed(
    passages.map(({ text }) => text),
    'passage',
    (done, all) => console.log(`${unitsMax}: ${done} of ${all} passages encoded`),
  )
  const all = passages.map((passage, at) => ({ ...passage, id: String(at), vector: encoded[at] }))
  const byOrganization = Map.groupBy(all, ({ organizationId }) => organizationId)
  const legs = new Map([...byOrganization].map(([id, own]) => [id, new TextbookBm25(own)]))
  const questions = await vectors.embed(
    asked.map(({ golden }) => golden.question),
    'query',
    () => {},
  )
  const characters = asked.map(({ golden, answers }, at) => {
    const organizationId = organizationOf(golden.collection)
    const own = byOrganization.get(organizationId) ?? []
    const vector = own
      .map(({ id, vector }) => ({ id, score: cosine(questions[at], vector) }))
      .sort((a, b) => b.score - a.score)
    const lexical = legs.get(organizationId)?.score(golden.question) ?? []
    const ranked = fuse({ lexical: hitsOf(lexical), vector: hitsOf(vector) }, legLimit)
    return charactersRead(
      ranked.flatMap(({ passageId }) => all[Number(passageId)] ?? []),
      answers,
    )
  })
  return { passages: passages.length, characters }
}

interface RankedText {
  readonly file: string
  readonly text: string
  readonly words: string
}

function charactersRead(ranked: readonly RankedText[], answers: PlainAnswers): number | null {
  let read = 0
  for (const { file, text, words } of ranked) {
    read += text.length
    if (answers.get(file)?.some((span) => words.includes(span))) return read
  }
  return null
}

function hitsOf(scored: readonly { readonly id: string; readonly score: number }[]) {
  return scored
    .slice(0, legLimit)
    .map(({ id, score }) => ({ passageId: id, documentId: '', versionId: '', score }))
}

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return -1
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}
