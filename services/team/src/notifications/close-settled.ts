import type { EventEnvelope } from '@portal/contracts/events'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { and, eq, inArray, isNull, like, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { type DocumentEvent, documentEvent } from './matter.ts'
import { notifications } from './notifications-schema.ts'
import { emitChanged } from './notify.ts'

const { about, versionId, kind, personId, documentId } = notifications
const isApproval = like(about, 'approval %')

type Settled = (event: DocumentEvent) => SQL | undefined

/** Every approval of the version: its round has ended. */
const roundOf: Settled = ({ matter }) =>
  matter.versionId === undefined ? undefined : and(isApproval, eq(versionId, matter.versionId))

const ofReview: Settled = ({ matter }) => eq(about, `review ${matter.documentId}`)

/** What each event leaves nothing to do about. */
const settledBy: Readonly<Record<string, Settled>> = {
  'approval.decided': ({ matter }) => eq(about, `approval ${matter.approvalId}`),
  // Only the latest delegate decides, beside the approver.
  'approval.delegated': ({ matter, parties: { approverId, delegateId } }) =>
    approverId === undefined || delegateId === undefined
      ? undefined
      : and(eq(about, `approval ${matter.approvalId}`), notInArray(personId, [approverId, delegateId])),
  // A stage that opens ends those before it, also for approvers who were not needed.
  'approval.requested': ({ matter: { versionId: of, stage } }) =>
    of === undefined || stage === undefined
      ? undefined
      : and(isApproval, eq(versionId, of), lt(sql`(${notifications.matter}->>'stage')::int`, stage)),
  'version.approved': roundOf,
  'version.rejected': roundOf,
  'version.changes-requested': roundOf,
  'version.withdrawn': roundOf,
  'acknowledgement.given': ({ matter, audience, actorId }) =>
    and(
      eq(about, `campaign ${matter.campaignId}`),
      inArray(
        personId,
        [...(audience?.users ?? []), actorId].filter((id) => id !== null),
      ),
    ),
  'campaign.closed': ({ matter }) => eq(about, `campaign ${matter.campaignId}`),
  'document.recertified': ofReview,
  // Making a version current counts as a review (decision 85).
  'version.activated': ofReview,
  // A file that is read at last.
  'document.ingestion-changed': ({ matter, parties }) =>
    parties.state === 'ready' && matter.versionId !== undefined
      ? and(eq(about, `file ${matter.versionId}`), eq(kind, 'document.ingestion-changed'))
      : undefined,
}

/**
 * Closes the notifications of a matter that was settled; they count as read from then on. Returns
 * how many it closed.
 */
export async function closeSettled(
  { db, emit }: Pick<ConsumerScope, 'db' | 'emit'>,
  organizationId: number,
  envelope: EventEnvelope,
): Promise<number> {
  const settled = settledBy[envelope.type]
  if (!settled) return 0
  const event = documentEvent(envelope)
  const where = settled(event)
  if (!where) return 0
  const ofDocument = and(eq(documentId, event.matter.documentId), isNull(notifications.closedAt))
  const closed = await db
    .update(notifications)
    .set({ closedAt: event.at, readAt: sql`coalesce(${notifications.readAt}, ${event.at.toISOString()})` })
    .where(own(notifications, { organizationId }, where, ofDocument))
    .returning({ personId })
  await emitChanged(
    emit,
    organizationId,
    closed.map((row) => row.personId),
  )
  return closed.length
}
