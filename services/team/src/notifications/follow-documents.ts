import { documentsEvents } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Follower } from '@portal/service-kit/inbox/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import { closeSettled } from './close-settled.ts'
import { kinds, readableKind, readyKind } from './kinds.ts'
import { type DocumentEvent, documentEvent } from './matter.ts'
import { knownDocuments, notifications } from './notifications-schema.ts'
import { emitChanged, notify } from './notify.ts'

type Known = typeof knownDocuments.$inferInsert

/**
 * Makes notifications from events about documents, those of chat among them. A consumer group of
 * its own, so that no request to team waits until notifications have caught up (decision 62).
 */
export const followDocuments: Follower = {
  group: 'notifications',
  topics: ['documents', 'chat'],
  handle: async (scope, envelope) => {
    const { organizationId, db } = scope
    if (organizationId === null) return
    const change = documentChange(envelope)
    if (change) {
      await keepDocument(db, { ...change, organizationId })
      if (!envelope.republished) await announceChange(scope, organizationId, change)
    }
    if (envelope.republished) return
    const closed = await closeSettled(scope, organizationId, envelope)
    if (!kinds[envelope.type]) return
    const event = documentEvent(envelope)
    const name = isReady(event) ? await kindOfReady(db, organizationId, { event, closed }) : event.type
    const kind = kinds[name]
    if (kind) await notify(scope, organizationId, { name, kind, event })
  },
}

function isReady({ type, parties }: DocumentEvent): boolean {
  return type === documentsEvents.ingestionChanged.type && parties.state === 'ready'
}

/** What is indexed anew was readable before, of which the event's own type notifies nobody. */
async function kindOfReady(
  db: TransactionHandle,
  organizationId: number,
  { event, closed }: { readonly event: DocumentEvent; readonly closed: number },
): Promise<string> {
  if (closed > 0) return readableKind
  const { documentId, versionId } = event.matter
  if (versionId === undefined) return event.type
  const { kind, ...of } = notifications
  const isKnown = inArray(kind, [readableKind, readyKind])
  const ofVersion = and(eq(of.documentId, documentId), eq(of.versionId, versionId), isKnown)
  const known = await db
    .select({ id: of.id })
    .from(notifications)
    .where(own(notifications, { organizationId }, ofVersion))
    .limit(1)
  return known.length > 0 ? event.type : readyKind
}

type Change = Pick<Known, 'id'> & { readonly [Name in keyof Known]?: Known[Name] | undefined }

/** What an event says about its document; null if nothing that is kept. */
function documentChange({ type, time, data }: EventEnvelope): Change | null {
  switch (type) {
    case documentsEvents.documentUploaded.type: {
      const { documentId: id, versionId: _, ...present } = documentsEvents.documentUploaded.data.parse(data)
      return { id, ...present, deletedAt: null }
    }
    case documentsEvents.documentChanged.type: {
      const {
        documentId: id,
        title,
        isActive,
        visibleTo,
        ownerId,
      } = documentsEvents.documentChanged.data.parse(data)
      return { id, title, isActive, visibleTo, ...(ownerId !== undefined && { ownerId }) }
    }
    case documentsEvents.documentRestored.type: {
      const { documentId: id, ...present } = documentsEvents.documentRestored.data.parse(data)
      return { id, ...present, deletedAt: null }
    }
    case documentsEvents.documentDeleted.type:
      return { id: documentsEvents.documentDeleted.data.parse(data).documentId, deletedAt: new Date(time) }
    case documentsEvents.versionActivated.type: {
      const { documentId: id, ownerId } = documentsEvents.versionActivated.data.parse(data)
      return { id, hasCurrentVersion: true, ...(ownerId !== undefined && { ownerId }) }
    }
    default:
      return null
  }
}

async function keepDocument(
  db: TransactionHandle,
  { organizationId, id, ...change }: Change & Pick<Known, 'organizationId'>,
): Promise<void> {
  await db
    .insert(knownDocuments)
    .values({ ...change, organizationId, id, title: change.title ?? '' })
    .onConflictDoUpdate({ target: [knownDocuments.organizationId, knownDocuments.id], set: change })
}

/** Who may see its notifications, and under which title, may be different now. */
async function announceChange(
  { db, emit }: Parameters<Follower['handle']>[0],
  organizationId: number,
  { id }: Change,
): Promise<void> {
  const { personId, documentId } = notifications
  const notified = await db
    .selectDistinct({ personId })
    .from(notifications)
    .where(own(notifications, { organizationId }, eq(documentId, id)))
  await emitChanged(
    emit,
    organizationId,
    notified.map((row) => row.personId),
  )
}
