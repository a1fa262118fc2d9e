import { CodedError, notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { eq, or, sql } from 'drizzle-orm'
import type { PersonRow } from '../people/load-person.ts'
import { people } from '../schema.ts'

/**
 * Locks the person that an operator names by id or by login name, which is the ID that operators
 * see. Throws 404, and 409 for a login name used at several providers: then only the id will do.
 */
export async function findPerson(db: TransactionHandle, typed: string): Promise<PersonRow> {
  const rows = await db
    .select()
    .from(people)
    .where(or(eq(people.id, typed), sql`lower(${people.username}) = ${typed.toLowerCase()}`))
    .for('update')
  const meant = rows.find(({ id }) => id === typed) ?? rows[0]
  if (!meant) throw notFound()
  if (meant.id !== typed && rows.length > 1)
    throw new CodedError('conflict', 'Several people have this user ID. Please use the internal one.')
  return meant
}
