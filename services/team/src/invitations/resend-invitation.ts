import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import { assertMayGrant, lockMemberRoles } from '../members/member-roles.ts'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { invitationEvent } from './invitation-event.ts'
import { readInviter } from './inviter.ts'
import { lockPending } from './load-invitation.ts'
import { dispatchInvitation, renewInvitation } from './renew-invitation.ts'

/** Sends a fresh link in the name of this member, whose right to grant the role it now rests on. */
export const resendInvitation: Verb<typeof invitationsApi.resendInvitation> = async (ctx, { params }) => {
  const { organizationId, personId } = ctx
  const { inviter } = await readInviter(ctx, null)
  return ctx.tx(async (db, emit, enqueue) => {
    const roles = await lockMemberRoles(db, organizationId)
    const pending = await lockPending(db, organizationId, eq(invitations.id, params.id))
    assertMayGrant(roles, personId, pending.role)
    await renewInvitation(db, pending, { inviter, role: pending.role })
    const { id, email } = pending
    await emit(teamEvents.invitationResent, invitationEvent(organizationId, id, { invitationId: id }))
    return dispatchInvitation(ctx, { db, enqueue }, { id, email })
  })
}
