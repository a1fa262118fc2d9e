import { own } from '@portal/service-kit/database/own'
import { and, arrayOverlaps, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents } from '../schema.ts'

/**
 * The documents that someone may see at all: their organization's, not deleted, open to everyone
 * or to one of their departments (decision 28), and in force (decision 57); two permissions lift
 * the last two conditions.
 */
export function readable(ctx: Context): SQL {
  return own(documents, ctx, isNull(documents.deletedAt), openTo(ctx))
}

/** The documents that someone finds and opens: the readable ones, and their own in any state. */
export function findable(ctx: Context): SQL {
  const open = openTo(ctx)
  const isOwner = eq(documents.ownerId, ctx.personId)
  return own(documents, ctx, isNull(documents.deletedAt), open && or(open, isOwner))
}

/** Departments for the search filter; null means every document of the organization. */
export function readerDepartments(ctx: Context): readonly number[] | null {
  return ctx.can('document:read-any-department') ? null : ctx.departments
}

/** Undefined for those whom nothing is closed to. */
function openTo(ctx: Context): SQL | undefined {
  const inForce = [eq(documents.isActive, true), isNotNull(documents.currentVersionId)]
  return and(openToDepartments(ctx), ...(ctx.can('document:read-inactive') ? [] : inForce))
}

function openToDepartments(ctx: Context): SQL | undefined {
  const numbers = readerDepartments(ctx)
  if (numbers === null) return undefined
  const everyone = sql`cardinality(${documents.visibleTo}) = 0`
  return numbers.length === 0 ? everyone : or(everyone, arrayOverlaps(documents.visibleTo, [...numbers]))
}
