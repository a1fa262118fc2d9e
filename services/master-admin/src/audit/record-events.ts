import type { AuditOutcome } from '@portal/contracts/audit'
import type { EventEnvelope } from '@portal/contracts/events'
import { fullName } from '@portal/contracts/full-name'
import { eventTopics } from '@portal/contracts/services'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Follower } from '@portal/service-kit/inbox/consumers'
import { appendEntry } from './append-entry.ts'
import { selectDetails, storableText } from './select-details.ts'
import { auditPeople, auditSubjects } from './tables.ts'

/** Records every event of every service, so that new events and services need no change here. */
export const recordEvents: Follower = {
  group: 'audit',
  topics: eventTopics,
  handle: async ({ db }, event) => {
    if (isAboutPerson(event)) await keepName(db, event)
    await keepSubjectName(db, event)
    if (event.republished) return
    await appendEntry(db, {
      organizationId: event.organizationid ?? null,
      eventId: event.id,
      at: new Date(event.time),
      actorId: event.actorid === undefined ? null : storableText(event.actorid),
      action: event.type,
      subject: storableText(event.subject),
      outcome: outcomeOf(event),
      service: event.source,
      details: selectDetails(event.type, event.data),
    })
  },
}

function outcomeOf({ type }: EventEnvelope): AuditOutcome {
  if (type === 'access.denied') return 'denied'
  return type === 'access.read' ? 'read' : 'done'
}

function isAboutPerson({ source, type }: EventEnvelope): boolean {
  const { personChanged } = teamEvents
  return source === personChanged.source && type === personChanged.type
}

/** Learns names, also from republished events, so that a rebuilt trail has them. */
async function keepName(db: TransactionHandle, event: EventEnvelope): Promise<void> {
  const told = teamEvents.personChanged.data.safeParse(event.data)
  // The entry exists in any case; without a name the person appears as their id.
  if (!told.success) return
  const { userId, username, email } = told.data
  const name = storableText(fullName(told.data) ?? username ?? email ?? userId)
  await db
    .insert(auditPeople)
    .values({ personId: userId, name })
    .onConflictDoUpdate({ target: auditPeople.personId, set: { name } })
}

/** An event with a title or name of its subject names it in all entries, earlier and later. */
async function keepSubjectName(db: TransactionHandle, event: EventEnvelope): Promise<void> {
  const { organizationid: organizationId, data } = event
  const told = data['title'] ?? data['name']
  if (organizationId === undefined || typeof told !== 'string') return
  const name = storableText(told)
  const { organizationId: of, subject } = auditSubjects
  await db
    .insert(auditSubjects)
    .values({ organizationId, subject: storableText(event.subject), name })
    .onConflictDoUpdate({ target: [of, subject], set: { name } })
}
