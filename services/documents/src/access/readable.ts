import { own } from '@portal/service-kit/database/own'
import { arrayOverlaps, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents } from '../schema.ts'

/**
 * The documents that someone may see at all: their organization's, not deleted, open to everyone
 * or to one of their departments (decision 28), and in force (decision 57); two permissions lift
 * the last two conditions.
 */
export function readable(ctx: Context): SQL {
  const inForce = [eq(documents.isActive, true), isNotNull(documents.currentVersionId)]
  return own(
    documents,
    ctx,
    isNull(documents.deletedAt),
    openToDepartments(ctx),
    ...(ctx.can('document:read-inactive') ? [] : inForce),
  )
}

/** The documents that someone finds and opens: the readable ones, and their own in any state. */
export function findable(ctx: Context): SQL | undefined {
  return or(readable(ctx), ownedBy(ctx))
}

/** The documents that a person owns (decision 75). */
export function ownedBy(ctx: Context): SQL {
  return own(documents, ctx, isNull(documents.deletedAt), eq(documents.ownerId, ctx.personId))
}

/** Departments for the search filter; null means every document of the organization. */
export function readerDepartments(ctx: Context): readonly number[] | null {
  return ctx.can('document:read-any-department') ? null : ctx.departments
}

function openToDepartments(ctx: Context): SQL | undefined {
  const numbers = readerDepartments(ctx)
  if (numbers === null) return undefined
  const everyone = sql`cardinality(${documents.visibleTo}) = 0`
  return numbers.length === 0 ? everyone : or(everyone, arrayOverlaps(documents.visibleTo, [...numbers]))
}
