import { invitationDays } from '@portal/contracts/invitations'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { readMemberRoles } from '../members/member-roles.ts'
import type { Context } from '../ports.ts'
import { invitations, memberships, organizations, people, removedMembers } from '../schema.ts'
import { readInvitationToken } from './invitation-link.ts'
import { invitationState } from './invitation-state.ts'
import { type InvitationRow, invitationColumns } from './load-invitation.ts'

/** An invitation with its organization. */
export interface FoundInvitation {
  readonly row: InvitationRow
  readonly organization: { readonly id: number; readonly name: string; readonly code: string }
}

/** One error for unknown, forged, replaced and revoked links and disabled organizations. */
function noInvitation(): CodedError {
  return new CodedError('not_found', 'This invitation link is invalid or was withdrawn')
}

/**
 * The invitation of a token, looked up in the organization that the signed token names; a locked
 * one cannot be revoked meanwhile. Throws `not_found`.
 */
export async function invitationOfToken(
  ctx: Context,
  db: TransactionHandle,
  look: { readonly token: string; readonly isLocked?: boolean },
): Promise<FoundInvitation> {
  const named = await readInvitationToken(ctx.ports.invitations, look.token)
  if (!named) throw noInvitation()
  const { id, name, code } = organizations
  const query = db
    .select({ row: invitationColumns, organization: { id, name, code } })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(
      own(
        invitations,
        named,
        eq(invitations.id, named.invitationId),
        eq(invitations.nonce, named.nonce),
        isNull(invitations.revokedAt),
        isNull(organizations.disabledAt),
      ),
    )
  const [found] = await (look.isLocked ? query.for('update', { of: invitations }) : query)
  if (!found) throw noInvitation()
  return found
}

/** The state of the invitation for this person, as of this transaction. */
export async function stateForPerson(
  db: TransactionHandle,
  personId: string,
  { row }: FoundInvitation,
): Promise<ReturnType<typeof invitationState>> {
  const [person] = await db.select().from(people).where(eq(people.id, personId))
  const roles = await readMemberRoles(db, row)
  const [membership] = await db
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.personId, personId), isNull(organizations.disabledAt)))
  const invitedAt = new Date(row.expiresAt.getTime() - invitationDays * 24 * 3600_000)
  const [removed] = await db
    .select({ removedAt: removedMembers.removedAt })
    .from(removedMembers)
    .where(
      own(
        removedMembers,
        row,
        eq(removedMembers.personId, personId),
        gt(removedMembers.removedAt, invitedAt),
      ),
    )
  return invitationState({
    invitation: {
      email: row.email,
      role: row.role,
      isAccepted: row.acceptedAt !== null,
      isExpired: row.isExpired,
    },
    inviterRole: roles.roleOf(row.invitedBy),
    facilitators: roles.facilitators,
    person: {
      email: person?.email ?? null,
      isEmailVerified: person?.isEmailVerified ?? false,
      isMember: membership !== undefined,
      wasRemovedSince: removed !== undefined,
    },
  })
}
