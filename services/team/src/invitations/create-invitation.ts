import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, isNull } from 'drizzle-orm'
import { assertMayGrant, lockMemberRoles } from '../members/member-roles.ts'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { invitationEvent } from './invitation-event.ts'
import { readInviter } from './inviter.ts'
import { lockInvitation } from './load-invitation.ts'
import { dispatchInvitation, freshSending, renewInvitation } from './renew-invitation.ts'

/**
 * Invites an address. Whether it has an account or another organization is never looked up, so
 * neither response nor timing reveals it (decisions 16 and 47). Inviting an address again sends a
 * fresh link with the new role.
 */
export const createInvitation: Verb<typeof invitationsApi.createInvitation> = async (ctx, { body }) => {
  const { organizationId, personId } = ctx
  const { email, role } = body
  const { inviter, isOwnMember } = await readInviter(ctx, email)
  return ctx.tx(async (db, emit, enqueue) => {
    const roles = await lockMemberRoles(db, organizationId)
    assertMayGrant(roles, personId, role)
    if (isOwnMember)
      throw new CodedError('already_member', 'This person is a member of your organization already.')
    const pending = await lockInvitation(
      db,
      organizationId,
      and(eq(invitations.email, email), isNull(invitations.acceptedAt)),
    )
    if (pending) {
      // Replacing a role takes the same right as granting it.
      assertMayGrant(roles, personId, pending.role)
      await renewInvitation(db, pending, { inviter, role })
      await emit(
        teamEvents.invitationResent,
        invitationEvent(organizationId, pending.id, { invitationId: pending.id }),
      )
      return dispatchInvitation(ctx, { db, enqueue }, { id: pending.id, email })
    }
    const id = uuidV7()
    await db.insert(invitations).values({ organizationId, id, email, role, ...freshSending(inviter) })
    await emit(teamEvents.invitationCreated, invitationEvent(organizationId, id, { invitationId: id, role }))
    return dispatchInvitation(ctx, { db, enqueue }, { id, email })
  })
}
