import type { documentsApi } from '@portal/contracts/documents'
import type { DifferenceReader } from '@portal/difference/packed-difference'
import { and, eq, inArray } from 'drizzle-orm'
import { openableVersions } from '../access/visible-versions.ts'
import { comparePair } from '../difference/compare-pair.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { reviewableVersion } from './load-supposed.ts'

/** Versions that are compared with the supposed one: those cited most. */
const comparedMax = 4

interface Span {
  readonly start: number
  readonly end: number
}

/** A span is altered if the supposed version changes or drops the paragraph that it is in. */
export const findAlteredSpans: Verb<typeof documentsApi.findAlteredSpans> = async (ctx, { body }) => {
  const { supposed, spans } = body
  const { version } = await reviewableVersion(ctx, supposed)
  const cited = Map.groupBy(spans, ({ versionId }) => versionId)
  cited.delete(version.id)
  const mostCited = [...cited.keys()].toSorted(
    (a, b) => (cited.get(b)?.length ?? 0) - (cited.get(a)?.length ?? 0),
  )
  const comparable = await openableTexts(ctx, supposed.documentId, mostCited)
  const altered = new Map<string, readonly Span[]>()
  for (const before of mostCited.filter((id) => comparable.has(id)).slice(0, comparedMax)) {
    ctx.signal.throwIfAborted()
    const pair = { documentId: supposed.documentId, before, after: version.id }
    altered.set(before, alteredIn((await comparePair(ctx, pair)).reader))
  }
  const isAltered = ({ versionId, start, end }: Span & { readonly versionId: string }) =>
    altered.get(versionId)?.some((span) => span.start < end && start < span.end) ?? false
  return { altered: spans.map(isAltered) }
}

/** Those of a document's versions that the person may open and that have been read. */
async function openableTexts(
  ctx: Context,
  documentId: string,
  versionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (versionIds.length === 0) return new Set()
  const wanted = and(eq(documents.id, documentId), inArray(versions.id, [...versionIds]))
  const rows = await ctx.tx((db) =>
    db
      .select({ id: versions.id })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .innerJoin(documents, documentOfVersion)
      .where(and(openableVersions(ctx), wanted)),
  )
  return new Set(rows.map(({ id }) => id))
}

/** What of the older text is not as it was, wherever it stands now. */
function alteredIn(reader: DifferenceReader): Span[] {
  return Array.from({ length: reader.rowCount }, (_, at) => at)
    .filter((at) => isAlteredRow(reader, at))
    .flatMap((at) => {
      const row = reader.row(at)
      if (!('before' in row)) return []
      const [first, last] = [row.before.start, row.before.end - 1]
      return [{ start: reader.block('before', first).start, end: reader.block('before', last).end }]
    })
}

function isAlteredRow(reader: DifferenceReader, at: number): boolean {
  if (reader.isPlain(at)) return false
  const row = reader.row(at)
  if (row.kind === 'changed' || row.kind === 'removed') return true
  if (row.kind !== 'moved-away') return false
  const counterpart = reader.row(row.counterpart)
  return counterpart.kind === 'moved-here' && counterpart.segments.some(({ op }) => op !== 'same')
}
