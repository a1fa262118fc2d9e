import { defaultSettings } from '@portal/contracts/organization-settings'
import type { AsOf } from '@portal/contracts/reviewed-retrieval'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import type { IndexedPassage, SupposedDocument } from '@portal/service-kit/ports/search-index'
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { fromBytes } from '../ingestion/embed-passages.ts'
import { storedOfPassage } from '../ingestion/missing-passages.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { organizationSettings } from '../settings/settings-schema.ts'
import { nearestTo } from './nearest-passages.ts'

/** A nil id: the passages are of several documents, none of which the index leaves out for them. */
const several = '00000000-0000-0000-0000-000000000000'
const passagesAtATime = 500
/** Superseded passages that are scanned for one question at most. */
export const scannedMax = 50_000

/**
 * The versions in force at the end of a day, in the organization's time zone, of documents that the
 * asker may read today (decision 77). A version that was made current again is known by its last
 * time alone.
 */
export function inForceOn(ctx: Context, { asOf }: AsOf): SQL | undefined {
  const { activatedAt, supersededAt, status } = versions
  const zone = sql`coalesce((select ${organizationSettings.timeZone} from ${organizationSettings}
    where ${own(organizationSettings, ctx)}), ${defaultSettings.timeZone})`
  const end = sql`((${asOf}::date + 1)::timestamp at time zone ${zone})`
  const isCurrent = eq(documents.currentVersionId, versions.id)
  return and(
    readable(ctx),
    eq(documents.isActive, true),
    isNotNull(documents.currentVersionId),
    eq(status, 'approved'),
    lt(activatedAt, end),
    or(gte(supersededAt, end), and(isNull(supersededAt), isCurrent)),
  )
}

/**
 * The superseded passages of that day that are nearest to a question, as one document beside what
 * is indexed: versions that are still current are found there. Throws `conflict` above the bound.
 */
export function loadAsOf(ctx: Context, asOf: AsOf, question: string): Promise<SupposedDocument> {
  // Of a large organization, each reads a hundred megabytes.
  return oneAtATime(`as of ${ctx.organizationId}`, ctx.signal, () => nearestAsOf(ctx, asOf, question))
}

async function nearestAsOf(ctx: Context, asOf: AsOf, question: string): Promise<SupposedDocument> {
  const parts = partsOf(await supersededVersions(ctx, asOf))
  const nearest = await nearestTo(ctx, question)
  for (const versionIds of parts) await nearest.offer(await passagesOf(ctx, versionIds))
  return { documentId: several, versionId: several, title: '', passages: nearest.passages() }
}

interface SupersededVersion {
  readonly id: string
  readonly passageCount: number | null
}

/** What is still current is found in the index. */
function supersededVersions(ctx: Context, asOf: AsOf): Promise<SupersededVersion[]> {
  const isSuperseded = and(inForceOn(ctx, asOf), isNotNull(versions.supersededAt))
  return ctx.tx((db) =>
    db
      .select({ id: versions.id, passageCount: versions.passageCount })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(own(versions, ctx, isSuperseded)),
  )
}

/** Their ids, to be read one part after the other. Throws `conflict` above the bound. */
function partsOf(superseded: readonly SupersededVersion[]): string[][] {
  const parts: string[][] = [[]]
  let inPart = 0
  let all = 0
  for (const { id, passageCount } of superseded) {
    const count = passageCount ?? 0
    all += count
    if (inPart > 0 && inPart + count > passagesAtATime) {
      parts.push([])
      inPart = 0
    }
    parts.at(-1)?.push(id)
    inPart += count
  }
  if (all <= scannedMax) return superseded.length === 0 ? [] : parts
  const message = 'Too much has changed since that day to answer as of it.'
  throw new CodedError('conflict', message, { suggestedAction: 'Ask as of a later day.' })
}

async function passagesOf(ctx: Context, versionIds: readonly string[]): Promise<IndexedPassage[]> {
  const { id, headingPath, text, versionId } = passages
  const rows = await ctx.tx((db) => {
    const encoded = storedOfPassage(db, ctx.ports.embedder.model)
    return db
      .select({ id, headingPath, text, title: documents.title, vector: encoded.vector })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .innerJoinLateral(encoded, sql`true`)
      .where(own(passages, ctx, inArray(versionId, [...versionIds])))
  })
  return rows.map(({ title, vector, ...row }) => {
    return { ...row, headingPath: [title, ...row.headingPath], vector: fromBytes(vector) }
  })
}
