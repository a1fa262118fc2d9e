import { roleCan } from '@portal/contracts/permissions'
import { own } from '@portal/service-kit/database/own'
import { arrayOverlaps, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { documents } from './facts-schema.ts'

/** The documents that a person may see, by the rules of the documents service (decision 28). */
export function visibleDocuments(ctx: Context, ...conditions: readonly (SQL | undefined)[]): SQL {
  return openDocuments(ctx, eq(documents.isDeleted, false), ...conditions)
}

/** The same with deleted ones, of which nothing but the title is known. */
export function openDocuments(ctx: Context, ...conditions: readonly (SQL | undefined)[]): SQL {
  if (roleCan(ctx.role, 'document:read-any-department')) return own(documents, ctx, ...conditions)
  const isOpen = or(
    sql`cardinality(${documents.visibleTo}) = 0`,
    ctx.departments.length === 0 ? undefined : arrayOverlaps(documents.visibleTo, [...ctx.departments]),
    eq(documents.ownerId, ctx.personId),
  )
  return own(documents, ctx, isOpen, ...conditions)
}
