import { analyticsEvents } from '@portal/contracts/analytics'
import type { AuditOutcome } from '@portal/contracts/audit'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventEnvelope } from '@portal/contracts/events'
import { fullName } from '@portal/contracts/full-name'
import { notificationsEvents } from '@portal/contracts/notifications'
import { eventTopics } from '@portal/contracts/services'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Follower } from '@portal/service-kit/inbox/consumers'
import { eq, sql } from 'drizzle-orm'
import { chainHash, chainName, genesisHash, type HashedEntry } from './chain-hash.ts'
import { selectDetails, storableText } from './select-details.ts'
import { auditChains, auditEntries, auditPeople, auditSubjects } from './tables.ts'

/** Nobody's act: what is shown to people has changed because of another event. */
const unrecorded: readonly string[] = [
  notificationsEvents.notificationsChanged.type,
  analyticsEvents.figuresChanged.type,
  documentsEvents.campaignCounted.type,
]

/** Records every event of every service, so that new events and services need no change here. */
export const recordEvents: Follower = {
  group: 'audit',
  topics: eventTopics,
  handle: async ({ db }, event) => {
    await keepName(db, event)
    await keepSubjectName(db, event)
    if (event.republished || unrecorded.includes(event.type)) return
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

/** Learns names, also from republished events, so that a rebuilt trail has them. */
async function keepName(db: TransactionHandle, event: EventEnvelope): Promise<void> {
  const { personChanged } = teamEvents
  if (event.source !== personChanged.source || event.type !== personChanged.type) return
  const person = personChanged.data.safeParse(event.data)
  // The entry exists in any case; without a name the person appears as their id.
  if (!person.success) return
  const { userId, username, email } = person.data
  const known = fullName(person.data) ?? username ?? email
  if (known === null) {
    // Erased: the trail knows them by id alone.
    await db.delete(auditPeople).where(eq(auditPeople.personId, userId))
    return
  }
  const name = storableText(known)
  await db
    .insert(auditPeople)
    .values({ personId: userId, name })
    .onConflictDoUpdate({ target: auditPeople.personId, set: { name } })
}

/** An event with a title or name of its subject names it in all entries, earlier and later. */
async function keepSubjectName(db: TransactionHandle, event: EventEnvelope): Promise<void> {
  const { organizationid: organizationId, data } = event
  const title = data['title'] ?? data['name']
  if (organizationId === undefined || typeof title !== 'string') return
  const name = storableText(title)
  const { organizationId: of, subject } = auditSubjects
  await db
    .insert(auditSubjects)
    .values({ organizationId, subject: storableText(event.subject), name })
    .onConflictDoUpdate({ target: [of, subject], set: { name } })
}

/** Appends an entry to its chain, unless its event already has one. Runs in the platform role. */
async function appendEntry(db: TransactionHandle, entry: Omit<HashedEntry, 'sequence'>): Promise<void> {
  const chain = chainName(entry.organizationId)
  const head = await lockChain(db, chain)
  const next = { ...entry, sequence: head.sequence + 1 }
  const hash = chainHash(head.hash, next)
  const appended = await db
    .insert(auditEntries)
    .values({ ...next, hash })
    .onConflictDoNothing({ target: [auditEntries.organizationId, auditEntries.eventId] })
    .returning({ sequence: auditEntries.sequence })
  if (appended.length === 0) return
  await db.update(auditChains).set({ sequence: next.sequence, hash }).where(eq(auditChains.chain, chain))
}

/** The row lock serializes appends, so sequences have no gaps even under concurrency. */
async function lockChain(db: TransactionHandle, chain: string) {
  const [head] = await db
    .insert(auditChains)
    .values({ chain, sequence: 0, hash: genesisHash })
    .onConflictDoUpdate({ target: auditChains.chain, set: { chain: sql`excluded.chain` } })
    .returning({ sequence: auditChains.sequence, hash: auditChains.hash })
  if (!head) throw new Error(`The audit chain ${chain} has no row.`)
  return head
}
