import type { SupposedVersion } from '@portal/contracts/reviewed-retrieval'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { oneAtATime } from '@portal/service-kit/one-at-a-time'
import type { SupposedDocument } from '@portal/service-kit/ports/search-index'
import { and, eq } from 'drizzle-orm'
import { reviewableVersions } from '../access/visible-versions.ts'
import { indexedPassages } from '../ingestion/index-document.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { nearestTo } from './nearest-passages.ts'

/** A version that awaits approval, for its reviewers; else 404. */
export async function reviewableVersion(ctx: Context, { documentId, versionId }: SupposedVersion) {
  const [found] = await ctx.tx((db) =>
    db
      .select({ document: documents, version: versions })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(and(reviewableVersions(ctx), eq(documents.id, documentId), eq(versions.id, versionId))),
  )
  if (!found) throw notFound()
  return found
}

/**
 * Its passages that are nearest to a question, as they would be in the index; 409 while it is not
 * encoded.
 */
export async function loadSupposed(
  ctx: Context,
  supposed: SupposedVersion,
  question: string,
): Promise<SupposedDocument> {
  const { document, version } = await reviewableVersion(ctx, supposed)
  if (version.ingestionState !== 'ready')
    throw new CodedError(
      'conflict',
      version.ingestionState === 'failed'
        ? 'This version answers nothing, because its file could not be read.'
        : 'This version is still being read. It can be asked in a moment.',
    )
  const { organizationId, signal } = ctx
  // Of a long version, each reads tens of megabytes.
  return oneAtATime(`supposed of ${organizationId}`, signal, async () => {
    const nearest = await nearestTo(ctx, question)
    for await (const part of indexedPassages(ctx, version.id)) await nearest.offer(part)
    const { id: documentId, title } = document
    return { documentId, versionId: version.id, title, passages: nearest.passages() }
  })
}
