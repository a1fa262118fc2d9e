import { and, arrayOverlaps, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents } from '../schema.ts'

/** Who asks, as far as reading goes. */
export type Reader = Pick<Context, 'organizationId' | 'departments' | 'can'>

/**
 * The documents that someone may see at all: their organization's, not deleted, and open to everyone or to one of their departments
 * (decision 28). Who keeps documents (upload right) sees every department's.
 */
export function readable(reader: Reader): SQL | undefined {
  const own = and(eq(documents.organizationId, reader.organizationId), isNull(documents.deletedAt))
  if (reader.can('document:upload')) return own
  return and(own, openToDepartments(reader), onlyInForce(reader))
}

/** Departments for the search filter; null: every document of the organization. */
export function readerDepartments(reader: Reader): readonly number[] | null {
  return reader.can('document:upload') ? null : reader.departments
}

function openToDepartments(reader: Reader): SQL | undefined {
  const everyone = sql`cardinality(${documents.visibleTo}) = 0`
  return reader.departments.length === 0
    ? everyone
    : or(everyone, arrayOverlaps(documents.visibleTo, [...reader.departments]))
}

/** A team_member sees active documents with a current version only (decision 57). */
function onlyInForce(reader: Reader): SQL | undefined {
  if (reader.can('analytics:read')) return undefined
  return and(eq(documents.isActive, true), isNotNull(documents.currentVersionId))
}
