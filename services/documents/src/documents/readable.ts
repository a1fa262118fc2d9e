import { own } from '@portal/service-kit/database/own'
import { and, arrayOverlaps, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents } from '../schema.ts'

/** The parts of a context that decide what may be read. */
export type Reader = Pick<Context, 'organizationId' | 'departments' | 'can'>

/**
 * The documents that someone may see at all: their organization's, not deleted, open to everyone
 * or to one of their departments (decision 28), and in force (decision 57); two permissions lift
 * the last two conditions.
 */
export function readable(reader: Reader): SQL {
  return own(documents, reader, isNull(documents.deletedAt), openToDepartments(reader), inForce(reader))
}

/** Departments for the search filter; null means every document of the organization. */
export function readerDepartments(reader: Reader): readonly number[] | null {
  return reader.can('document:read-any-department') ? null : reader.departments
}

function openToDepartments(reader: Reader): SQL | undefined {
  if (reader.can('document:read-any-department')) return undefined
  const everyone = sql`cardinality(${documents.visibleTo}) = 0`
  return reader.departments.length === 0
    ? everyone
    : or(everyone, arrayOverlaps(documents.visibleTo, [...reader.departments]))
}

function inForce(reader: Reader): SQL | undefined {
  if (reader.can('document:read-inactive')) return undefined
  return and(eq(documents.isActive, true), isNotNull(documents.currentVersionId))
}
