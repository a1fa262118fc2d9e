import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { assertMayGrant, lockStanding } from './granting.ts'
import { readInviter } from './inviter.ts'
import { lockPending } from './lock-pending.ts'
import { dispatchInvitation, renewInvitation } from './renew-invitation.ts'
import { toStewards } from './to-stewards.ts'

/** Sends a fresh link in the caller's name, who must be able to give the role: from now on it stands on their right. */
export const resendInvitation: Verb<typeof invitationsApi.resendInvitation> = async (ctx, { params }) => {
  const { organizationId, personId } = ctx
  const { inviter } = await readInviter(ctx, null)
  return ctx.tx(async (db, emit, enqueue) => {
    const standing = await lockStanding(db, organizationId)
    const pending = await lockPending(db, organizationId, eq(invitations.id, params.id))
    assertMayGrant(standing, personId, pending.role)
    await renewInvitation(db, pending, { inviter, role: pending.role })
    const { id, email } = pending
    await emit(teamEvents.invitationResent, toStewards(organizationId, id, { invitationId: id }))
    return dispatchInvitation(ctx, { db, enqueue }, { id, email })
  })
}
