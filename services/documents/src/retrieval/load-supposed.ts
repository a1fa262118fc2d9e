import type { SupposedVersion } from '@portal/contracts/reviewed-retrieval'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import type { SupposedDocument } from '@portal/service-kit/ports/search-index'
import { and, eq } from 'drizzle-orm'
import { reviewableVersions } from '../access/visible-versions.ts'
import { loadIndexedPassages } from '../ingestion/index-document.ts'
import { documentOfVersion } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, versions } from '../schema.ts'

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

/** Its passages as they would be in the index; 409 while it is not encoded. */
export async function loadSupposed(ctx: Context, supposed: SupposedVersion): Promise<SupposedDocument> {
  const { document, version } = await reviewableVersion(ctx, supposed)
  if (version.ingestionState !== 'ready')
    throw new CodedError(
      'conflict',
      version.ingestionState === 'failed'
        ? 'This version answers nothing, because its file could not be read.'
        : 'This version is still being read. It can be asked in a moment.',
    )
  return {
    documentId: document.id,
    versionId: version.id,
    title: document.title,
    passages: await loadIndexedPassages(ctx, version.id),
  }
}
