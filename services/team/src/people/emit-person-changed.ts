import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { asc, eq } from 'drizzle-orm'
import { people } from '../schema.ts'
import { boundSubjects, type PersonRow } from './load-person.ts'

/** Publishes a person's profile. The row is locked by the caller in a platform transaction. */
export async function emitPersonChanged(db: TransactionHandle, emit: Emit, person: PersonRow): Promise<void> {
  const { id, username, email, firstName, lastName, isDisabled, createdAt } = person
  const hasSignedIn = (await boundSubjects(db, id)).length > 0
  await emit(teamEvents.personChanged, {
    subject: id,
    data: {
      userId: id,
      username,
      email,
      firstName,
      lastName,
      isDisabled,
      hasSignedIn,
      createdAt: createdAt.toISOString(),
    },
  })
}

const published = ['username', 'email', 'firstName', 'lastName', 'isDisabled'] as const

/** Updates a person, and publishes the profile if its visible part changed. */
export async function changePerson(
  db: TransactionHandle,
  emit: Emit,
  change: { readonly before: PersonRow; readonly set: Partial<PersonRow> },
): Promise<PersonRow> {
  const { before, set } = change
  const after = { ...before, ...set }
  if (Object.keys(set).every((name) => same(before, after, name as keyof PersonRow))) return before
  await db.update(people).set(set).where(eq(people.id, before.id))
  if (!published.every((name) => same(before, after, name))) await emitPersonChanged(db, emit, after)
  return after
}

function same(before: PersonRow, after: PersonRow, name: keyof PersonRow): boolean {
  const [one, other] = [before[name], after[name]]
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
}

/** Republishes every person, for projections of people. */
export const republishPeople: Republish = {
  what: 'people',
  listOfPlatform: async (db) => {
    const rows = await db
      .select({ id: people.id })
      .from(people)
      .orderBy(asc(people.createdAt), asc(people.id))
    return rows.map(({ id }) => id)
  },
  emitOfPlatform: async (db, emit, id) => {
    const [row] = await db.select().from(people).where(eq(people.id, id)).for('update')
    if (row) await emitPersonChanged(db, emit, row)
  },
}
