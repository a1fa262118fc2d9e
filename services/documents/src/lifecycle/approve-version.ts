import { dayIn } from '@portal/contracts/calendar-day'
import { documentsEvents } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { indexDocument } from '../ingestion/index-document.ts'
import { documents, versions } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { illegal, type LockedVersion, ofVersion, type Step, updateVersion } from './lock-document.ts'
import { nextReview } from './review-dates.ts'

/**
 * Approves a version. With an effective date that has come it becomes current at once, with a later
 * one on that date, without one when it is activated by hand (decision 20).
 */
export async function approveVersion(step: Step, { document, version }: LockedVersion): Promise<void> {
  const approvedAt = new Date()
  const { effectiveAt, sha256: contentHash } = version
  await updateVersion(step, version, { status: 'approved', approvedAt })
  const data = {
    ...ofVersion(version, document),
    contentHash,
    effectiveAt: effectiveAt?.toISOString() ?? null,
  }
  await step.emit(documentsEvents.versionApproved, { subject: document.id, data })
  const approved = { ...version, status: 'approved' as const, approvedAt }
  if (effectiveAt !== null && effectiveAt <= approvedAt)
    await makeCurrent(step, { document, version: approved })
}

/**
 * Makes an approved version the current one, which counts as a review. Throws 409 if it is not
 * approved or is current.
 */
export async function makeCurrent(step: Step, { document, version }: LockedVersion): Promise<void> {
  if (version.status !== 'approved') throw illegal('Only an approved version can be activated.')
  const { id: documentId, currentVersionId: replaced } = document
  if (replaced === version.id) throw illegal('This version is already the current one.')
  const { db, organizationId } = step
  const now = new Date()
  const settings = await settingsOf(db, { organizationId })
  const nextReviewOn = nextReview(dayIn(settings.timeZone, now), document.reviewCycleMonths, settings)
  if (replaced !== null) await updateVersion(step, { id: replaced }, { supersededAt: now })
  // Brought forward by hand, it is in force from now on and not from the day it was meant for.
  const begins = version.effectiveAt !== null && version.effectiveAt > now ? { effectiveAt: now } : {}
  await updateVersion(step, version, { activatedAt: now, supersededAt: null, ...begins })
  await cancelOlderSchedules(step, { document, version })
  await db
    .update(documents)
    .set({ currentVersionId: version.id, nextReviewOn, revision: sql`${documents.revision} + 1` })
    .where(own(documents, { organizationId }, eq(documents.id, documentId)))
  const data = { ...ofVersion(version, document), replaced, nextReviewOn }
  await step.emit(documentsEvents.versionActivated, { subject: documentId, data })
  // Reading a new version enqueues this itself; before that only an older one has to leave.
  const isRead = version.ingestionState === 'indexing' || version.ingestionState === 'ready'
  if (replaced !== null || isRead)
    await step.enqueue(indexDocument, { subject: documentId, payload: { documentId } })
}

/** A schedule of an older version would bring back what this one has replaced. */
async function cancelOlderSchedules({ db }: Step, { document, version }: LockedVersion): Promise<void> {
  const older = and(eq(versions.documentId, document.id), lt(versions.number, version.number))
  const scheduled = and(eq(versions.status, 'approved'), isNull(versions.activatedAt))
  await db
    .update(versions)
    .set({ effectiveAt: null })
    .where(own(versions, document, older, scheduled))
}
