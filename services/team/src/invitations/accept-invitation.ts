import type { InvitationView, invitationsApi } from '@portal/contracts/invitations'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { eq, isNull, sql } from 'drizzle-orm'
import { lockEnabledOrganization } from '../members/member-roles.ts'
import { addMember, lockNewcomer, lockPerson, ofMember } from '../members/membership.ts'
import type { Context, Verb } from '../ports.ts'
import { invitations, memberships, organizations } from '../schema.ts'
import { readInvitationToken } from './invitation-link.ts'
import { changeInvitation, type InvitationRow, invitationColumns, invitationEvent } from './invitation-row.ts'
import { assertOpen, stateForPerson } from './invitation-state.ts'
import { learnVerifiedAddress } from './learn-verified-address.ts'

export const readInvitation: Verb<typeof invitationsApi.readInvitation> = async (ctx, { params }) => {
  const { provenAddress, ...seen } = await look(ctx, params.token)
  if (seen.state !== 'unverified-address' || !(await learnVerifiedAddress(ctx, provenAddress))) return seen
  const { provenAddress: _, ...now } = await look(ctx, params.token)
  return now
}

/** For the gateway, before anybody has logged in. */
export const invitedAddress: Verb<typeof invitationsApi.invitedAddress> = async (ctx, { params }) => {
  const named = await readInvitationToken(ctx.ports.invitations, params.token)
  if (!named) return { email: null }
  return ctx.platformTx(async (db) => {
    const found = await invitationOfToken(ctx, db, params).catch((error: unknown) => {
      if (error instanceof CodedError) return null
      throw error
    })
    const isOpen = found && found.row.acceptedAt === null && !found.row.isExpired
    return { email: isOpen ? mailedTo(found.row) : null }
  })
}

/** A link that was mailed proves its mailbox; one that was handed over proves nothing. */
function mailedTo({ email, sentAt }: InvitationRow): string | null {
  return sentAt === null ? null : email
}

/** `provenAddress`: the one that the link has verified by being there. */
function look(
  ctx: Context,
  token: string,
): Promise<InvitationView & { readonly provenAddress: string | null }> {
  return ctx.platformTx(async (db) => {
    const found = await invitationOfToken(ctx, db, { token })
    const { email, role } = found.row
    const state = await stateForPerson(db, ctx.personId, found.row)
    const provenAddress = mailedTo(found.row)
    return { organizationName: found.organization.name, email, role, state, provenAddress }
  })
}

/** Makes the invited person a member. Repeating it gives the same response. */
export const acceptInvitation: Verb<typeof invitationsApi.acceptInvitation> = async (ctx, { params }) => {
  const { state, provenAddress } = await look(ctx, params.token)
  if (state === 'unverified-address') await learnVerifiedAddress(ctx, provenAddress)
  return ctx.platformTx((db, emit) => accept(ctx, { db, emit, token: params.token }))
}

async function accept(
  ctx: Context,
  { db, emit, token }: { readonly db: TransactionHandle; readonly emit: Emit; readonly token: string },
) {
  const { personId } = ctx
  // Of two simultaneous clicks the second waits here, then sees the effect of the first.
  await lockPerson(db, personId)
  const seen = await invitationOfToken(ctx, db, { token })
  const person = { organizationId: seen.organization.id, personId }
  if (seen.row.acceptedBy === personId) {
    const joined = await db.select({ role: memberships.role }).from(memberships).where(ofMember(person))
    if (joined.length > 0) return seen.organization
  }
  assertOpen(await stateForPerson(db, personId, seen.row))
  await lockNewcomer(db, personId)
  await lockEnabledOrganization(db, person)
  // The inviter's role and the facilitators may have changed while waiting for the organization.
  const { row, organization } = await invitationOfToken(ctx, db, { token, isLocked: true })
  assertOpen(await stateForPerson(db, personId, row))
  await changeInvitation(db, row, { acceptedAt: sql`now()`, acceptedBy: personId })
  await addMember(db, emit, { ...person, role: row.role })
  const data = { invitationId: row.id, userId: personId, role: row.role }
  await emit(teamEvents.invitationAccepted, {
    organizationId: organization.id,
    ...invitationEvent(organization.id, data),
  })
  return ctx.respond(db, organization)
}

/**
 * The invitation of a token with its organization, which the signed token names; a locked one
 * cannot be revoked meanwhile. One error for unknown, forged, replaced and revoked links and
 * disabled organizations.
 */
async function invitationOfToken(
  ctx: Context,
  db: TransactionHandle,
  { token, isLocked = false }: { readonly token: string; readonly isLocked?: boolean },
) {
  const invalid = () => new CodedError('not_found', 'This invitation link is invalid or was withdrawn')
  const named = await readInvitationToken(ctx.ports.invitations, token)
  if (!named) throw invalid()
  const { id, name, code } = organizations
  const isValid = [isNull(invitations.revokedAt), isNull(organizations.disabledAt)]
  const isNamed = [eq(invitations.id, named.id), eq(invitations.nonce, named.nonce)]
  const query = db
    .select({ row: invitationColumns, organization: { id, name, code } })
    .from(invitations)
    .innerJoin(organizations, eq(id, invitations.organizationId))
    .where(own(invitations, named, ...isNamed, ...isValid))
  const [found] = await (isLocked ? query.for('update', { of: invitations }) : query)
  if (!found) throw invalid()
  return found
}
