import { isDeepStrictEqual } from 'node:util'
import type { EventAudience } from '@portal/contracts/events'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { eq } from 'drizzle-orm'
import { memberships, people } from '../schema.ts'
import { boundSubjects, type PersonRow } from './load-person.ts'

/** Publishes a person's profile. The row is locked by the caller in a platform transaction. */
export async function emitPersonChanged(
  db: TransactionHandle,
  emit: Emit,
  person: PersonRow & { readonly audience?: EventAudience | undefined },
): Promise<void> {
  const { id: userId, username, email, firstName, lastName, isDisabled } = person
  const hasSignedIn = (await boundSubjects(db, userId)).length > 0
  const createdAt = person.createdAt.toISOString()
  const erasureAskedAt = person.erasureAskedAt?.toISOString() ?? null
  const profile = { username, email, firstName, lastName, isDisabled, hasSignedIn }
  const data = { userId, ...profile, erasureAskedAt, createdAt }
  await emit(teamEvents.personChanged, { subject: userId, data, audience: person.audience ?? null })
}

/** What colleagues see of a person; nothing else of what is published is theirs to notice. */
const seen = ['username', 'email', 'firstName', 'lastName', 'profileImageUrl'] as const
const published = [...seen, 'isDisabled', 'erasureAskedAt'] as const

/** Updates a person, and publishes the profile if its visible part changed. */
export async function changePerson(
  db: TransactionHandle,
  emit: Emit,
  { before, set }: { readonly before: PersonRow; readonly set: Partial<PersonRow> },
): Promise<void> {
  const after = { ...before, ...set }
  if (isDeepStrictEqual(after, before)) return
  await db.update(people).set(set).where(eq(people.id, before.id))
  const isChanged = (name: (typeof published)[number]) => before[name] !== after[name]
  if (!published.some(isChanged)) return
  const { organizationId, personId } = memberships
  const [colleagues] = seen.some(isChanged)
    ? await db.select({ organizationId }).from(memberships).where(eq(personId, before.id))
    : []
  await emitPersonChanged(db, emit, { ...after, audience: colleagues })
}

/** Republishes every person, for projections of people. */
export const republishPeople: Republish = {
  what: 'people',
  listOfPlatform: async (db) => {
    const { id, createdAt } = people
    return (await db.select({ id }).from(people).orderBy(createdAt, id)).map((row) => row.id)
  },
  emitOfPlatform: async (db, emit, id) => {
    const [row] = await db.select().from(people).where(eq(people.id, id)).for('update')
    if (row) await emitPersonChanged(db, emit, row)
  },
}
