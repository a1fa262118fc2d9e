import type { documentsApi } from '@portal/contracts/documents'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { Supposition } from '@portal/contracts/reviewed-retrieval'
import { inFullForm } from '@portal/ranking/analysis/courtesies'
import { repairedQuestion } from '@portal/ranking/analysis/repaired-question'
import { askedDefinitions } from '@portal/ranking/asked-definitions'
import { type AskedQuestion, askedQuestion, type EncodedWordings } from '@portal/ranking/asked-question'
import { CodedError } from '@portal/service-kit/coded-error'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import { readerDepartments } from '../access/readable.ts'
import type { Context, Verb } from '../ports.ts'
import { relatedWords } from '../synonyms/synonyms.ts'
import { loadAsOf } from './as-of.ts'
import { type CitableRow, citablePassages } from './citable.ts'
import { encodeQuestion } from './encode-question.ts'
import { topicSimilarity } from './everyday-topics.ts'
import { fuse } from './fusion.ts'
import { loadSupposed } from './load-supposed.ts'
import { passagesForAnswer } from './passages-for-answer.ts'
import { type RankedPassage, rankPassages, windowsOf } from './ranked-passages.ts'

/**
 * Candidates per leg, which bound what ranking can find: recall at 100 is .906 on ObliQA. 200 bring
 * hardly any right passage among the first twelve (ADR 26).
 */
const legLimit = 100
/** As many as the index gives: of what is found, passages that are not wanted are dropped. */
const legLimitWhenFiltered = 200

export const retrievePassages: Verb<typeof documentsApi.retrievePassages> = async (ctx, { body }) => {
  const { question: text, limit, supposed } = body
  const found = await findPassages(ctx, { text, limit, supposed, isForAnswer: true })
  const { encoded, asked, ranked, understoodAs } = found
  const headings = ranked.flatMap(({ row }) => [row.document.title, ...row.passage.headingPath])
  return {
    passages: ranked.map((one) => ({
      ...presented(one),
      windows: windowsOf(asked, one),
      definitions: askedDefinitions(understoodAs ?? text, one.row.passage),
    })),
    ...(understoodAs !== undefined && { understoodAs }),
    topicSimilarity: await topicSimilarity(ctx.ports.embedder, encoded.vector, [...new Set(headings)]),
  }
}

interface Wanted {
  readonly text: string
  readonly limit: number
  readonly department?: number | undefined
  readonly supposed?: Supposition | undefined
  /** Without copies, and with what defines a term of the text. */
  readonly isForAnswer?: boolean
}

interface Found {
  readonly encoded: EncodedWordings
  readonly asked: AskedQuestion
  readonly ranked: readonly RankedPassage<CitableRow>[]
  /** The text with its misspelt words repaired, if any were. */
  readonly understoodAs?: string
}

/**
 * The passages nearest to a text in words and meaning that the asker may be quoted, best first. A
 * text with misspelt words is repaired by the passages found for it, and searched for once more.
 */
export async function findPassages(ctx: Context, wanted: Wanted): Promise<Found> {
  const text = inFullForm(wanted.text)
  const { candidates, found } = await findOnce(ctx, wanted, text)
  const meant = repairedQuestion(text, () =>
    candidates.map(({ row: { passage, document } }) =>
      [document.title, ...passage.headingPath, passage.text].join('\n'),
    ),
  )
  if (meant === text) return found
  return { ...(await findOnce(ctx, wanted, meant)).found, understoodAs: meant }
}

async function findOnce(ctx: Context, wanted: Wanted, text: string) {
  const { limit, department, supposed, isForAnswer = false } = wanted
  const isFiltered = department !== undefined || (supposed && 'asOf' in supposed)
  const perLeg = isFiltered ? legLimitWhenFiltered : legLimit
  const version = supposed && (await passagesSupposed(ctx, supposed, text))
  const { encoded, hits } = await orSearchUnavailable(search(ctx, { text, limit: perLeg, supposed: version }))
  const fused = fuse(hits, perLeg)
  const ids = fused.map((hit) => hit.passageId)
  const known = await citablePassages(ctx, ids, supposed)
  // The index may lag behind the rows: a hit that is gone, replaced or closed to the asker is
  // dropped.
  const candidates = fused.flatMap(({ passageId, similarity }) => {
    const row = known.get(passageId)
    if (!row || (department !== undefined && row.document.departmentNumber !== department)) return []
    return [{ row, similarity }]
  })
  const asked = askedQuestion(text, hits.question, encoded)
  const ranked = await rankPassages(ctx, { text, asked }, candidates)
  const best = isForAnswer ? passagesForAnswer(text, ranked, limit) : ranked.slice(0, limit)
  return { candidates, found: { encoded, asked, ranked: best } satisfies Found }
}

/** A ranked passage for the response. */
export function presented({ row, score, similarity }: RankedPassage<CitableRow>): RetrievedPassage {
  const { passage, version, document } = row
  const { id, headingPath, page, start, end, text } = passage
  const { title, customId } = document
  const of = { documentId: document.id, versionId: version.id, version: version.number, title, customId }
  return { id, ...of, headingPath, page, start, end, text, score, similarity }
}

function passagesSupposed(ctx: Context, supposed: Supposition, question: string) {
  return orSearchUnavailable(
    'asOf' in supposed ? loadAsOf(ctx, supposed, question) : loadSupposed(ctx, supposed, question),
  )
}

async function search(ctx: Context, query: Pick<SearchQuery, 'text' | 'limit' | 'supposed'>) {
  const { embedder, index } = ctx.ports
  const { organizationId } = ctx
  const encoded = await encodeQuestion(embedder, query.text, ctx)
  const departments = readerDepartments(ctx)
  const { vector } = encoded
  const related = await relatedWords(ctx, query.text)
  return { encoded, hits: await index.search({ organizationId, vector, related, departments, ...query }) }
}

/** An unavailable engine is "search unavailable" (503); any other error is a defect. */
export async function orSearchUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof EngineUnavailable)) throw cause
    const message = 'Search is unavailable right now. Please try again in a moment.'
    const { retryAfterSeconds } = cause
    throw new CodedError('search_unavailable', message, { retryAfterSeconds, cause })
  }
}
