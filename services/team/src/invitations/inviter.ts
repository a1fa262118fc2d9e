import { fullName } from '@portal/contracts/full-name'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberships, people } from '../schema.ts'
import type { Inviter } from './renew-invitation.ts'

/**
 * The inviter, and whether the address belongs to a member of the same organization. Platform role:
 * people belong to no organization.
 */
export function readInviter(
  ctx: Context,
  email: string | null,
): Promise<{ readonly inviter: Inviter; readonly isOwnMember: boolean }> {
  const { organizationId, personId } = ctx
  return ctx.platformTx(async (db) => {
    const [person] = await db.select().from(people).where(eq(people.id, personId))
    const name = fullName(rowOrNotFound(person)) ?? ''
    const members = await db
      .select({ id: people.id })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(own(memberships, { organizationId }, eq(sql`lower(${people.email})`, email)))
    return { inviter: { id: personId, name }, isOwnMember: members.length > 0 }
  })
}
