import { rolesWith } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import { lockOrganization } from '../members/lock-member-change.ts'
import type { Context } from '../ports.ts'
import { organizations } from '../schema.ts'

/** Replaces the organization's join code; null switches joining by code off. */
export function changeJoinCode<Code extends string | null>(
  ctx: Context,
  joinCode: Code,
): Promise<{ readonly joinCode: Code }> {
  const { organizationId } = ctx
  return ctx.tx(async (db, emit) => {
    await lockOrganization(db, organizationId)
    await db.update(organizations).set({ joinCode }).where(eq(organizations.id, organizationId))
    await emit(teamEvents.joinCodeChanged, {
      subject: String(organizationId),
      data: { joinCode },
      audience: { organizationId, roles: rolesWith('organization:read-join-code') },
    })
    return ctx.respond(db, { joinCode })
  })
}
