import type { Approval } from '@portal/contracts/approvals'
import type { documentsApi } from '@portal/contracts/documents'
import { notFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { visibleVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import type { ApprovalRow } from '../lifecycle/submit-version.ts'
import type { Context, Verb } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'

export const listApprovals: Verb<typeof documentsApi.listApprovals> = async (ctx, { params }) => {
  const seen = and(visibleVersions(ctx), eq(versions.id, params.versionId))
  return ctx.tx(async (db) => {
    const [version] = await db
      .select({ id: versions.id })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .where(seen)
    if (!version) throw notFound()
    const rows = await db
      .select()
      .from(approvals)
      .where(own(approvals, ctx, eq(approvals.versionId, version.id)))
      .orderBy(asc(approvals.round), asc(approvals.stage), asc(approvals.id))
    return rows.map(presentApproval)
  })
}

/** What awaits the caller, or someone whose delegate they are (decision 54). */
export const listPendingApprovals: Verb<typeof documentsApi.listPendingApprovals> = async (ctx) => {
  const rows = await ctx.tx((db) =>
    db
      .select({ approval: approvals, version: versions, document: documents })
      .from(approvals)
      .innerJoin(versions, own(versions, approvals, eq(versions.id, approvals.versionId)))
      .innerJoin(documents, documentOfVersion)
      .where(
        own(approvals, ctx, eq(approvals.status, 'pending'), isDecider(ctx), isNull(documents.deletedAt)),
      )
      .orderBy(sql`${approvals.dueAt} asc nulls last`, asc(approvals.id)),
  )
  return rows.map(({ approval, version, document }) => ({
    ...presentApproval(approval),
    version: {
      ...{ id: version.id, documentId: document.id, customId: document.customId },
      ...{ documentTitle: document.title, version: version.number, title: version.title },
      ...{ changes: version.changes, createdBy: version.createdBy },
      effectiveAt: version.effectiveAt?.toISOString() ?? null,
    },
  }))
}

/** The named approver or their delegate. */
export function isDecider(ctx: Context): SQL | undefined {
  return or(eq(approvals.approverId, ctx.personId), eq(approvals.delegateId, ctx.personId))
}

/** An approval as sent to clients. */
export function presentApproval(row: ApprovalRow): Approval {
  const { id, versionId, status, comments, round, stage, quorum, isNamed, decidedBy, contentHash } = row
  return {
    ...{ id, versionId, approverUserId: row.approverId, delegateUserId: row.delegateId },
    ...{ status, comments, round, stage, quorum, isNamed, decidedBy, contentHash },
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}
