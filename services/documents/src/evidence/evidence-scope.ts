import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import type { Context } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'

/** One document, else all of them, and a period `[from, to)`. */
export interface EvidenceScope {
  readonly documentId: string | null
  readonly from: Date | null
  readonly to: Date
}

/** The documents that have a version in the scope. */
export function documentsInScope(ctx: Context, scope: EvidenceScope): SQL | undefined {
  const version = own(versions, documents, eq(versions.documentId, documents.id), versionsInPeriod(scope))
  return and(ofDocuments(ctx, scope), exists(sql`(select from ${versions} where ${version})`))
}

/** The versions in the scope, of `versions` joined with `documents`. */
export function versionsInScope(ctx: Context, scope: EvidenceScope): SQL | undefined {
  return and(ofDocuments(ctx, scope), versionsInPeriod(scope))
}

function ofDocuments(ctx: Context, { documentId }: EvidenceScope): SQL | undefined {
  return and(readable(ctx), documentId === null ? undefined : eq(documents.id, documentId))
}

/** Versions that were in force in the period, or created, submitted or decided on in it. */
export function versionsInPeriod({ from, to }: Pick<EvidenceScope, 'from' | 'to'>): SQL | undefined {
  const { createdAt, submittedAt, approvedAt, activatedAt, supersededAt } = versions
  const existed = lt(createdAt, to)
  if (from === null) return existed
  const wasInForce = and(isNotNull(activatedAt), or(isNull(supersededAt), gte(supersededAt, from)))
  const decided = own(
    approvals,
    versions,
    eq(approvals.versionId, versions.id),
    gte(approvals.decidedAt, from),
    lt(approvals.decidedAt, to),
  )
  return and(
    existed,
    or(
      wasInForce,
      gte(createdAt, from),
      gte(submittedAt, from),
      gte(approvedAt, from),
      exists(sql`(select from ${approvals} where ${decided})`),
    ),
  )
}
