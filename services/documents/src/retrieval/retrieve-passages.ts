import type { documentsApi, RetrievedPassage } from '@portal/contracts/documents'
import type { SupposedVersion } from '@portal/contracts/reviewed-retrieval'
import { CodedError } from '@portal/service-kit/coded-error'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import { readerDepartments } from '../access/readable.ts'
import type { Context, Verb } from '../ports.ts'
import { citablePassages } from './citable.ts'
import { encodeOnce } from './encode-once.ts'
import { fuse } from './fusion.ts'
import { loadSupposed } from './load-supposed.ts'

/** Candidates per leg, which bound what fusion can find: recall at 100 is .906 on ObliQA. */
const legLimit = 100
/** As many as the index gives: of what is found, other departments' passages are dropped. */
const legLimitOfDepartment = 200

export const retrievePassages: Verb<typeof documentsApi.retrievePassages> = async (ctx, { body }) => ({
  passages: await findPassages(ctx, {
    text: body.question,
    limit: body.limit,
    supposed: body.supposed,
  }),
})

interface Wanted {
  readonly text: string
  readonly limit: number
  readonly department?: number | undefined
  readonly supposed?: SupposedVersion | undefined
}

/** The passages nearest to a text in words and meaning that the asker may be quoted, best first. */
export async function findPassages(ctx: Context, wanted: Wanted): Promise<RetrievedPassage[]> {
  const { text: question, limit, department, supposed } = wanted
  const perLeg = department === undefined ? legLimit : legLimitOfDepartment
  const version = supposed && (await loadSupposed(ctx, supposed))
  const look = { text: question, limit: perLeg, supposed: version }
  const ranked = fuse(await orSearchUnavailable(search(ctx, look)), perLeg)
  const candidates = department === undefined ? ranked.slice(0, limit) : ranked
  const ids = candidates.map((hit) => hit.passageId)
  const known = await citablePassages(ctx, ids, supposed)
  // The index may lag behind the rows: a hit that is gone, replaced or closed to the asker is
  // dropped.
  const passages = candidates.flatMap(({ passageId, score, similarity }): RetrievedPassage[] => {
    const row = known.get(passageId)
    if (!row || (department !== undefined && row.document.departmentNumber !== department)) return []
    const { passage, version, document } = row
    const { id, headingPath, page, start, end, text } = passage
    const { title, customId } = document
    const of = { documentId: document.id, versionId: version.id, version: version.number, title, customId }
    return [{ id, ...of, headingPath, page, start, end, text, score, similarity }]
  })
  return passages.slice(0, limit)
}

async function search(ctx: Context, query: Pick<SearchQuery, 'text' | 'limit' | 'supposed'>) {
  const { embedder, index } = ctx.ports
  const { organizationId, signal } = ctx
  const [vector] = await encodeOnce(embedder, { texts: [query.text], kind: 'query', signal })
  if (!vector) throw new Error('The encoder answered without a vector.')
  const departments = readerDepartments(ctx)
  return index.search({ organizationId, vector, departments, ...query })
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
