import { dayIn } from '@portal/contracts/calendar-day'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { assertMayWriteVersions } from '../access/visible-versions.ts'
import { loadDocument } from '../documents/documents.ts'
import { illegal, lockDocument } from '../lifecycle/lock-document.ts'
import { nextReview } from '../lifecycle/review-dates.ts'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'

/** The owner or a steward confirms that the current version still holds. */
export const recertifyDocument: Verb<typeof documentsApi.recertifyDocument> = async (ctx, { params }) => {
  await assertMayWriteVersions(ctx, params.id)
  return ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    const { id, currentVersionId, reviewCycleMonths } = await lockDocument({ db, organizationId }, params.id)
    if (currentVersionId === null) throw illegal('Only a document with a current version can be recertified.')
    const settings = await settingsOf(db, ctx)
    const nextReviewOn = nextReview(dayIn(settings.timeZone), reviewCycleMonths, settings)
    const isThis = own(documents, ctx, eq(documents.id, id))
    await db.update(documents).set({ nextReviewOn }).where(isThis)
    const data = { documentId: id, versionId: currentVersionId, nextReviewOn }
    await emit(documentsEvents.documentRecertified, { subject: id, data })
    return ctx.respond(db, await loadDocument(db, isThis))
  })
}
