import { mayChangeRole } from '@portal/contracts/role-policy'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'
import { memberships } from '../schema.ts'
import { assertAllowed } from './assert-allowed.ts'
import { readMember } from './load-members.ts'
import { lockMemberChange, ofMember } from './lock-member-change.ts'

export const changeRole: Verb<typeof teamApi.changeRole> = async (ctx, { params, body }) => {
  const { role } = body
  const member = await readMember(ctx, params.userId)
  await ctx.tx(async (db, emit) => {
    const change = await lockMemberChange(db, ctx, member)
    assertAllowed(mayChangeRole({ ...change, role }))
    const { id: userId, role: previous } = change.target
    if (previous === role) return
    await db.update(memberships).set({ role }).where(ofMember(ctx.organizationId, userId))
    await emit(teamEvents.memberRoleChanged, { subject: userId, data: { userId, role, previous } })
  })
  return readMember(ctx, params.userId)
}
