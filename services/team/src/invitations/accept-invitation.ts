import type { invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { eq, sql } from 'drizzle-orm'
import { lockMemberRoles } from '../members/member-roles.ts'
import { addMember, lockNewcomer } from '../organizations/join.ts'
import type { Context, Verb } from '../ports.ts'
import { invitations, memberships, people } from '../schema.ts'
import { invitationEvent } from './invitation-event.ts'
import { type FoundInvitation, invitationOfToken, stateForPerson } from './invitation-of-token.ts'
import { assertOpen } from './invitation-state.ts'
import { learnVerifiedAddress } from './learn-verified-address.ts'

/** Makes the invited person a member. Repeating it gives the same response. */
export const acceptInvitation: Verb<typeof invitationsApi.acceptInvitation> = async (ctx, { params }) => {
  const state = await ctx.platformTx(async (db) =>
    stateForPerson(db, ctx.personId, await invitationOfToken(ctx, db, params)),
  )
  if (state === 'unverified-address') await learnVerifiedAddress(ctx)
  return ctx.platformTx((db, emit) => accept(ctx, { db, emit, token: params.token }))
}

interface Acceptance {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly token: string
}

async function accept(
  ctx: Context,
  { db, emit, token }: Acceptance,
): Promise<FoundInvitation['organization']> {
  const { personId } = ctx
  // Of two simultaneous clicks the second waits here, then sees the effect of the first.
  await db.select({ id: people.id }).from(people).where(eq(people.id, personId)).for('update')
  const seen = await invitationOfToken(ctx, db, { token })
  if (await isAcceptedBy(db, seen, personId)) return seen.organization
  assertOpen(await stateForPerson(db, personId, seen))
  await lockNewcomer(db, personId)
  await lockMemberRoles(db, seen.organization.id)
  // The inviter's role and the facilitators may have changed while waiting for the organization.
  const invitation = await invitationOfToken(ctx, db, { token, isLocked: true })
  assertOpen(await stateForPerson(db, personId, invitation))
  const { row, organization } = invitation
  const organizationId = organization.id
  await db
    .update(invitations)
    .set({ acceptedAt: sql`now()`, acceptedBy: personId })
    .where(own(invitations, { organizationId }, eq(invitations.id, row.id)))
  await addMember(db, emit, { organizationId, personId, role: row.role })
  await emit(teamEvents.invitationAccepted, {
    organizationId,
    ...invitationEvent(organizationId, row.id, { invitationId: row.id, userId: personId, role: row.role }),
  })
  return ctx.respond(db, organization)
}

async function isAcceptedBy(
  db: TransactionHandle,
  { row, organization }: FoundInvitation,
  personId: string,
): Promise<boolean> {
  if (row.acceptedBy !== personId) return false
  const wanted = own(memberships, { organizationId: organization.id }, eq(memberships.personId, personId))
  return (await db.select({ role: memberships.role }).from(memberships).where(wanted)).length > 0
}
