import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { type Reader, readable } from '../documents/readable.ts'
import { documents, versions } from '../schema.ts'

/** What a reader may be quoted now: current, approved, active and readable (decision 21). */
export function citable(reader: Reader): SQL | undefined {
  return and(
    readable(reader),
    eq(documents.isActive, true),
    isNotNull(documents.currentVersionId),
    eq(documents.currentVersionId, versions.id),
    eq(versions.status, 'approved'),
  )
}
