import type { EventAudience } from '@portal/contracts/events'
import type { Feature } from '@portal/contracts/features'
import { notificationsEvents } from '@portal/contracts/notifications'
import { roles } from '@portal/contracts/permissions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import { memberDepartments, memberships, organizations } from '../schema.ts'
import type { Kind } from './kinds.ts'
import type { DocumentEvent } from './matter.ts'
import { notifications } from './notifications-schema.ts'

type Scope = Pick<ConsumerScope, 'db' | 'emit'>

const rowsPerInsert = 1000

/** Gives each member concerned a notification, in place of unread ones of the same matter. */
export async function notify(
  { db, emit }: Scope,
  organizationId: number,
  { name, kind, event }: { readonly name: string; readonly kind: Kind; readonly event: DocumentEvent },
): Promise<void> {
  if (kind.feature && (await isOff(db, organizationId, kind.feature))) return
  const { id: eventId, at: createdAt, matter } = event
  const { documentId, versionId = null } = matter
  const about = kind.about(matter)
  const row = { organizationId, eventId, kind: name, documentId, versionId, about, matter, createdAt }
  const notified: string[] = []
  const people = kind.people(event)
  const named = people === 'audience' ? inAudience(db, event.audience) : isOneOf(people)
  const members = await concernedMembers(db, organizationId, named)
  const concerned = members.filter((personId) => !kind.isForOthers || personId !== event.actorId)
  for (let at = 0; at < concerned.length; at += rowsPerInsert) {
    const rows = concerned
      .slice(at, at + rowsPerInsert)
      .map((personId) => ({ ...row, personId, id: uuidV7() }))
    const inserted = await db
      .insert(notifications)
      .values(rows)
      .onConflictDoNothing()
      .returning({ personId: notifications.personId })
    notified.push(...inserted.map(({ personId }) => personId))
  }
  if (notified.length === 0) return
  const ofMatter = and(eq(notifications.documentId, documentId), eq(notifications.about, about))
  const replaced = and(ofMatter, isNull(notifications.readAt))
  const isOlder = and(ne(notifications.eventId, eventId), inArray(notifications.personId, notified))
  await db.delete(notifications).where(own(notifications, { organizationId }, replaced, isOlder))
  await emitChanged(emit, organizationId, notified)
}

async function isOff(db: TransactionHandle, organizationId: number, feature: Feature): Promise<boolean> {
  const { id, featuresOff } = organizations
  const [of] = await db.select({ featuresOff }).from(organizations).where(eq(id, organizationId))
  return of?.featuresOff.includes(feature) ?? false
}

/** Has the browsers of these people read their notifications again. */
export async function emitChanged(
  emit: ConsumerScope['emit'],
  organizationId: number,
  personIds: readonly string[],
): Promise<void> {
  const users = [...new Set(personIds)]
  const [subject] = users
  if (subject === undefined) return
  const audience = { organizationId, users }
  await emit(notificationsEvents.notificationsChanged, { subject, data: {}, audience })
}

/** The members among those who are named, by id. */
async function concernedMembers(
  db: TransactionHandle,
  organizationId: number,
  named: SQL | undefined,
): Promise<string[]> {
  if (!named) return []
  const rows = await db
    .select({ personId: memberships.personId })
    .from(memberships)
    .where(own(memberships, { organizationId }, named))
    .orderBy(memberships.personId)
  return rows.map(({ personId }) => personId)
}

function isOneOf(people: readonly (string | null | undefined)[] | undefined): SQL | undefined {
  const ids = (people ?? []).filter((personId) => personId != null)
  return ids.length === 0 ? undefined : inArray(memberships.personId, [...ids])
}

/** An audience that names nobody in particular is for browsers that show the document. */
function inAudience(db: TransactionHandle, audience: EventAudience = {}): SQL | undefined {
  const { users, departments = [] } = audience
  const named = roles.filter((role) => audience.roles?.includes(role))
  const { personId, number } = memberDepartments
  const assigned = db
    .select({ personId })
    .from(memberDepartments)
    .where(own(memberDepartments, memberships, inArray(number, departments)))
  return or(
    isOneOf(users),
    named.length === 0 ? undefined : inArray(memberships.role, named),
    departments.length === 0 ? undefined : inArray(memberships.personId, assigned),
  )
}
