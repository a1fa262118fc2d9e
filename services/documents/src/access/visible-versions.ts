import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'
import { findable, readable } from './readable.ts'

/**
 * The versions that someone may see, of `versions` joined with `documents`: the current ones, every
 * one with the permission or as the document's owner, and those whose approval they decide
 * (decisions 57 and 75).
 */
export function visibleVersions(ctx: Context): SQL {
  const current = and(eq(documents.currentVersionId, versions.id), eq(versions.status, 'approved'))
  const ofReadable = ctx.can('version:read-any') ? readable(ctx) : and(readable(ctx), current)
  const isOwner = eq(documents.ownerId, ctx.personId)
  return own(documents, ctx, isNull(documents.deletedAt), or(ofReadable, isOwner, isDecidedBy(ctx)))
}

/** Superseded approved versions open by citation, for readers of the document (decision 77). */
export function openableVersions(ctx: Context): SQL | undefined {
  const superseded = and(eq(versions.status, 'approved'), isNotNull(versions.supersededAt))
  return or(visibleVersions(ctx), and(readable(ctx), eq(documents.isActive, true), superseded))
}

/**
 * The versions whose comments someone may read and write: as author, owner, approver of an open
 * round, or steward (decision 75).
 */
export function commentableVersions(ctx: Context): SQL {
  const takesPart = or(
    eq(versions.createdBy, ctx.personId),
    eq(documents.ownerId, ctx.personId),
    isDecidedBy(ctx),
  )
  return own(
    documents,
    ctx,
    isNull(documents.deletedAt),
    ctx.can('comment:write-any') ? undefined : takesPart,
  )
}

/**
 * Versions that await approval, for the same people: what answers would change is theirs to see.
 */
export function reviewableVersions(ctx: Context): SQL | undefined {
  return and(commentableVersions(ctx), eq(versions.status, 'pending_approval'))
}

/** `commentableVersions` as a column. */
export function mayComment(ctx: Context): SQL<boolean> {
  return sql<boolean>`coalesce(${commentableVersions(ctx)}, false)`
}

/** An open round in which the person is an approver or a delegate. */
function isDecidedBy(ctx: Context): SQL | undefined {
  const person = or(eq(approvals.approverId, ctx.personId), eq(approvals.delegateId, ctx.personId))
  const asked = own(
    approvals,
    versions,
    eq(approvals.versionId, versions.id),
    eq(approvals.round, versions.round),
    inArray(approvals.status, ['pending', 'approved']),
    person,
  )
  return and(eq(versions.status, 'pending_approval'), exists(sql`(select from ${approvals} where ${asked})`))
}

/** Whether the person may write versions of a document: its owner or a steward (decision 75). */
export function mayWriteVersions(ctx: Context, document: { readonly ownerId: string | null }): boolean {
  return ctx.can('version:manage') || document.ownerId === ctx.personId
}

/** A document that the person may write versions of; 404 if they cannot see it, else 403. */
export async function assertMayWriteVersions(ctx: Context, documentId: string): Promise<void> {
  const [document] = await ctx.tx((db) =>
    db
      .select({ ownerId: documents.ownerId })
      .from(documents)
      .where(and(findable(ctx), eq(documents.id, documentId))),
  )
  if (!document) throw notFound()
  if (mayWriteVersions(ctx, document)) return
  const suggestedAction = 'Ask an administrator of your organization.'
  throw new CodedError('forbidden', 'Only its owner and stewards may change the versions of a document.', {
    suggestedAction,
  })
}
