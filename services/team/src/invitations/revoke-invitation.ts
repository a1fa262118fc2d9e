import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { invitationEvent } from './invitation-event.ts'
import { lockPending } from './load-invitation.ts'

/** Once committed, the link is invalid and the invitation in no list. */
export const revokeInvitation: Verb<typeof invitationsApi.revokeInvitation> = (ctx, { params }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    const { id } = await lockPending(db, organizationId, eq(invitations.id, params.id))
    const wanted = own(invitations, { organizationId }, eq(invitations.id, id))
    await db.update(invitations).set({ revokedAt: new Date() }).where(wanted)
    await emit(teamEvents.invitationRevoked, invitationEvent(organizationId, id, { invitationId: id }))
    return undefined
  })
