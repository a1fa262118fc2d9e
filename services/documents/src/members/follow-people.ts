import { fullName } from '@portal/contracts/full-name'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberDepartments, people } from './people-schema.ts'

/** Maintains the projections of names and of members' departments. */
export const followPeople = [
  on(teamEvents.personChanged, async ({ db }, { data }) => {
    const { userId: personId, email } = data
    const facts = { name: fullName(data), email }
    await db
      .insert(people)
      .values({ personId, ...facts })
      .onConflictDoUpdate({ target: people.personId, set: facts })
  }),
  on(teamEvents.memberDepartmentsChanged, async ({ db, organizationId }, { data }) => {
    if (organizationId === null) return
    const { userId: personId, departments } = data
    await db
      .delete(memberDepartments)
      .where(own(memberDepartments, { organizationId }, eq(memberDepartments.personId, personId)))
    const rows = departments.map((number) => ({ organizationId, personId, number }))
    if (rows.length > 0) await db.insert(memberDepartments).values(rows)
  }),
  on(teamEvents.memberRemoved, async ({ db, organizationId }, { data: { userId } }) => {
    if (organizationId === null) return
    await db
      .delete(memberDepartments)
      .where(own(memberDepartments, { organizationId }, eq(memberDepartments.personId, userId)))
  }),
]

/** How a person is shown in a record. */
export interface PersonName {
  readonly name: string | null
  readonly email: string | null
}

/** The names of people by id, as far as they are known. */
export async function namesOf(
  ctx: Context,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, PersonName>> {
  if (personIds.length === 0) return new Map()
  const rows = await ctx.platformTx((db) =>
    db
      .select()
      .from(people)
      .where(inArray(people.personId, [...personIds])),
  )
  return new Map(rows.map(({ personId, ...name }) => [personId, name]))
}
