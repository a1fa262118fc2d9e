import { rolesWith } from '@portal/contracts/permissions'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import { lockOrganization } from '../members/lock-member-change.ts'
import type { Context, Verb } from '../ports.ts'
import { organizations } from '../schema.ts'
import { newJoinCode } from './codes.ts'

export const rotateJoinCode: Verb<typeof teamApi.rotateJoinCode> = (ctx) => changeJoinCode(ctx, newJoinCode())

export const switchOffJoinCode: Verb<typeof teamApi.switchOffJoinCode> = async (ctx) => {
  await changeJoinCode(ctx, null)
  return undefined
}

/** Replaces the organization's join code; null switches joining by code off. */
function changeJoinCode<Code extends string | null>(
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
