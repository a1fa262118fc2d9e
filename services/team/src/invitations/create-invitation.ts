import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { invitations } from '../schema.ts'
import { assertMayGrant, lockStanding } from './granting.ts'
import { readInviter } from './inviter.ts'
import { lockInvitation } from './load-invitation.ts'
import { dispatchInvitation, freshSending, renewInvitation } from './renew-invitation.ts'
import { toStewards } from './to-stewards.ts'

/**
 * Invites an address. Whether it has an account, or an organization elsewhere, is not even looked up, so neither answer nor time can tell
 * (decisions 16 and 47). An address that is invited already gets a fresh link with the role asked for now.
 */
export const createInvitation: Verb<typeof invitationsApi.createInvitation> = async (ctx, { body }) => {
  const { organizationId, personId } = ctx
  const { email, role } = body
  const { inviter, isOwnMember } = await readInviter(ctx, email)
  return ctx.tx(async (db, emit, enqueue) => {
    const standing = await lockStanding(db, organizationId)
    assertMayGrant(standing, personId, role)
    if (isOwnMember)
      throw new CodedError('already_member', 'This person is a member of your organization already.')
    const pending = await lockInvitation(
      db,
      organizationId,
      and(eq(invitations.email, email), isNull(invitations.acceptedAt)),
    )
    if (pending) {
      // Whoever could not have given that role must not replace it either.
      assertMayGrant(standing, personId, pending.role)
      await renewInvitation(db, pending, { inviter, role })
      await emit(
        teamEvents.invitationResent,
        toStewards(organizationId, pending.id, { invitationId: pending.id }),
      )
      return dispatchInvitation(ctx, { db, enqueue }, { id: pending.id, email })
    }
    const id = uuidV7()
    await db.insert(invitations).values({ organizationId, id, email, role, ...freshSending(inviter) })
    await emit(teamEvents.invitationCreated, toStewards(organizationId, id, { invitationId: id, role }))
    return dispatchInvitation(ctx, { db, enqueue }, { id, email })
  })
}
