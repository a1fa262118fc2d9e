import type { documentsApi } from '@portal/contracts/documents'
import { notFound } from '@portal/service-kit/coded-error'
import { and, eq } from 'drizzle-orm'
import { visibleVersions } from '../access/visible-versions.ts'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { loadVersions } from './present-version.ts'

/** Every document has a version, so a document of which one may see none is not found. */
export const listVersions: Verb<typeof documentsApi.listVersions> = async (ctx, { params }) => {
  const found = await ctx.tx((db) => loadVersions(db, and(visibleVersions(ctx), eq(documents.id, params.id))))
  if (found.length === 0) throw notFound()
  return found
}
