import { type teamApi, teamEvents } from '@portal/contracts/team'
import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, eq, inArray } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { memberships, organizations, people } from '../schema.ts'
import { assertRoleChange } from './role-policy.ts'

export const changeRole: Verb<typeof teamApi.changeRole> = async (ctx, { params, body }) => {
  const { organizationId, personId } = ctx
  await ctx.tx(async (db, emit) => {
    // The organization's row is the lock: two demotions at once could otherwise both see a second admin.
    await db.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
    const target = found(await loadMembership(db, organizationId, params.userId))
    const actor = await loadMembership(db, organizationId, personId)
    if (!actor) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
    const leaders = await db
      .select({ role: memberships.role })
      .from(memberships)
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          inArray(memberships.role, ['admin', 'facilitator']),
        ),
      )
    assertRoleChange({
      actor: { id: personId, role: actor.role },
      target: { id: params.userId, role: target.role },
      role: body.role,
      admins: leaders.filter(({ role }) => role === 'admin').length,
      facilitators: leaders.filter(({ role }) => role === 'facilitator').length,
    })
    if (target.role === body.role) return
    await db.update(memberships).set({ role: body.role }).where(ofMember(organizationId, params.userId))
    await emit(teamEvents.memberRoleChanged, {
      subject: params.userId,
      data: { userId: params.userId, role: body.role, previous: target.role },
    })
  })
  const [person] = await ctx.platformTx((db) =>
    db.select({ email: people.email }).from(people).where(eq(people.id, params.userId)),
  )
  return { id: params.userId, email: person?.email ?? null, role: body.role }
}

function ofMember(organizationId: number, personId: string) {
  return and(eq(memberships.organizationId, organizationId), eq(memberships.personId, personId))
}

async function loadMembership(db: TransactionHandle, organizationId: number, personId: string) {
  const [row] = await db.select().from(memberships).where(ofMember(organizationId, personId)).for('update')
  return row
}
