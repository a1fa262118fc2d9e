import { documentsEvents } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { eq } from 'drizzle-orm'
import { askAgain, hasOpenGaps } from '../gaps/ask-again.ts'
import { runAfterActivation } from '../golden/run-golden-questions.ts'
import { awaitedVersions } from '../learned/closings-schema.ts'
import { expireVerified } from './expire-verified.ts'
import { markReplaced, notifyOfReplaced } from './mark-replaced.ts'

/**
 * What a new current version means for answers: those that cite the one before say so at once; what
 * asks questions waits until retrieval finds the new one.
 */
export const followVersions = [
  on(documentsEvents.versionActivated, async (scope, { data, isRepublished }) => {
    const { db, enqueue, organizationId } = scope
    if (organizationId === null || isRepublished) return
    const { documentId, versionId, replaced } = data
    await db
      .insert(awaitedVersions)
      .values({ organizationId, documentId, versionId })
      .onConflictDoUpdate({
        target: [awaitedVersions.organizationId, awaitedVersions.documentId],
        set: { versionId },
      })
    if (replaced === null) return
    const replacement = { organizationId, documentId, versionId, replaced }
    await expireVerified(scope, replacement)
    if (await markReplaced(scope, replacement))
      await enqueue(notifyOfReplaced, { subject: documentId, payload: { documentId, versionId } })
  }),
  on(documentsEvents.documentIndexed, async (scope, { data: { documentId, versionId } }) => {
    const { db, enqueue, organizationId } = scope
    if (organizationId === null) return
    const awaited = own(awaitedVersions, { organizationId }, eq(awaitedVersions.documentId, documentId))
    const [found] = await db
      .delete(awaitedVersions)
      .where(own(awaitedVersions, { organizationId }, awaited, eq(awaitedVersions.versionId, versionId)))
      .returning()
    if (!found) return
    if (await hasOpenGaps(db, { organizationId }))
      await enqueue(askAgain, { subject: documentId, payload: { documentId } })
    await runAfterActivation({ ...scope, organizationId })
  }),
]
