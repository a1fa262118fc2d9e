import type { documentsApi } from '@portal/contracts/documents'
import { and, inArray } from 'drizzle-orm'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Verb } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { citable } from './citable.ts'

/** A citation is valid if it equals the stored text at its offsets in a citable version. */
export const verifySpans: Verb<typeof documentsApi.verifySpans> = async (ctx, { body }) => {
  const ids = [...new Set(body.spans.map((span) => span.versionId))]
  if (ids.length === 0) return { valid: [] }
  const rows = await ctx.tx((db) =>
    db
      .select({ versionId: versionTexts.versionId, text: versionTexts.text })
      .from(versionTexts)
      .innerJoin(versions, versionOf(versionTexts))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx), inArray(versionTexts.versionId, ids))),
  )
  const texts = new Map(rows.map((row) => [row.versionId, row.text]))
  return {
    valid: body.spans.map(
      ({ versionId, start, end, text }) => end > start && texts.get(versionId)?.slice(start, end) === text,
    ),
  }
}
