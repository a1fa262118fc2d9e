import { dayIn } from '@portal/contracts/calendar-day'
import type { documentsApi } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, asc, eq, isNotNull, ne } from 'drizzle-orm'
import { openableVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import { presentReview } from '../lifecycle/review-dates.ts'
import type { Verb } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'
import { organizationSettings } from '../settings/settings-schema.ts'

/** For everyone who may open the version, by citation as well (decision 77). */
export const readVersionFacts: Verb<typeof documentsApi.readVersionFacts> = (ctx, { params }) =>
  ctx.tx(async (db) => {
    const [row] = await db
      .select({ document: documents, version: versions, timeZone: organizationSettings.timeZone })
      .from(versions)
      .innerJoin(documents, documentOfVersion)
      .leftJoin(organizationSettings, own(organizationSettings, documents))
      .where(and(openableVersions(ctx), eq(documents.id, params.id), eq(versions.id, params.versionId)))
    const { document, version, ...settings } = rowOrNotFound(row)
    const timeZone = settings.timeZone ?? defaultSettings.timeZone
    const effectiveAt = version.effectiveAt ?? version.activatedAt
    return {
      documentId: document.id,
      versionId: version.id,
      version: version.number,
      title: document.title,
      customId: document.customId,
      fileName: version.fileName,
      contentHash: version.sha256,
      status: version.status,
      isCurrent: document.currentVersionId === version.id,
      isActive: document.isActive,
      approvedAt: version.approvedAt?.toISOString() ?? null,
      approvals: await approvalsOf(db, version),
      effectiveOn: effectiveAt === null ? null : dayIn(timeZone, effectiveAt),
      supersededAt: version.supersededAt?.toISOString() ?? null,
      review: presentReview(document, timeZone),
      isRevisionPending: await hasRevision(db, version),
    }
  })

type VersionRow = typeof versions.$inferSelect

async function approvalsOf(db: TransactionHandle, { id, round, organizationId }: VersionRow) {
  const ofLastRound = own(
    approvals,
    { organizationId },
    eq(approvals.versionId, id),
    eq(approvals.round, round),
    eq(approvals.status, 'approved'),
    isNotNull(approvals.decidedAt),
  )
  const rows = await db.select().from(approvals).where(ofLastRound).orderBy(asc(approvals.decidedAt))
  return rows.flatMap(({ approverId, decidedBy, decidedAt }) => {
    return decidedAt ? [{ personId: decidedBy ?? approverId, decidedAt: decidedAt.toISOString() }] : []
  })
}

async function hasRevision(db: TransactionHandle, { id, documentId, organizationId }: VersionRow) {
  const isOther = and(eq(versions.documentId, documentId), ne(versions.id, id))
  const pending = own(versions, { organizationId }, isOther, eq(versions.status, 'pending_approval'))
  const rows = await db.select({ id: versions.id }).from(versions).where(pending).limit(1)
  return rows.length > 0
}
