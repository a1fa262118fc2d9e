import { type InvitationView, invitationDays } from '@portal/contracts/invitations'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { type MemberRoles, readMemberRoles } from '../members/member-roles.ts'
import { ofRemoved } from '../members/membership.ts'
import { memberships, organizations, people, removedMembers } from '../schema.ts'
import type { InvitationRow } from './invitation-row.ts'

type State = InvitationView['state']

/** The state of the invitation for this person, as of this transaction. */
export async function stateForPerson(
  db: TransactionHandle,
  personId: string,
  invitation: InvitationRow,
): Promise<State> {
  const [person] = await db.select().from(people).where(eq(people.id, personId))
  const membershipsOf = await db
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.personId, personId), isNull(organizations.disabledAt)))
  const invitedAt = new Date(invitation.expiresAt.getTime() - invitationDays * 24 * 3600_000)
  const { organizationId, invitedBy } = invitation
  const removed = await db
    .select({ role: removedMembers.role })
    .from(removedMembers)
    .where(and(ofRemoved({ organizationId, personId }), gt(removedMembers.removedAt, invitedAt)))
  return invitationState(invitation, {
    email: person?.email ?? null,
    isEmailVerified: person?.isEmailVerified ?? false,
    isMember: membershipsOf.length > 0,
    wasRemovedSince: removed.length > 0,
    inviter: await readMemberRoles(db, { organizationId, personId: invitedBy }),
  })
}

/** What decides, beside the invitation, whether a person may accept it. */
interface Facts {
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly isMember: boolean
  /** Removed after the invitation was sent: only a new one lets them back (decision 40). */
  readonly wasRemovedSince: boolean
  readonly inviter: MemberRoles
}

/**
 * The grant is checked anew (decision 4): an inviter who was removed or demoted can no longer let
 * anybody in, and only one first facilitator exists.
 */
function invitationState(invitation: InvitationRow, person: Facts): State {
  const { role } = invitation
  if (invitation.acceptedAt !== null) return 'accepted'
  if (invitation.isExpired) return 'expired'
  if (person.email === null || !isSameAddress(person.email, invitation.email)) return 'other-address'
  if (!person.isEmailVerified) return 'unverified-address'
  if (person.isMember) return 'already-member'
  const { role: by, facilitators } = person.inviter
  const mayEnter = !person.wasRemovedSince && by !== null && mayGrant({ by, role, facilitators }).isAllowed
  return mayEnter ? 'open' : 'role-refused'
}

/** Whether two addresses are equal, ignoring case. */
function isSameAddress(one: string, other: string): boolean {
  return one.normalize('NFC').trim().toLowerCase() === other.normalize('NFC').trim().toLowerCase()
}

/** Throws the coded error of a state in which the invitation cannot be accepted. */
export function assertOpen(state: State): void {
  if (state !== 'open') throw new CodedError(...refusals[state])
}

const refusals: Readonly<Record<Exclude<State, 'open'>, ConstructorParameters<typeof CodedError>>> = {
  accepted: ['illegal_transition', 'This invitation was accepted already.'],
  expired: [
    'illegal_transition',
    'This invitation has expired.',
    { suggestedAction: 'Ask whoever invited you for a new invitation.' },
  ],
  'other-address': [
    'forbidden',
    'This invitation was sent to another e-mail address than yours.',
    { suggestedAction: 'Log in with the address that was invited.' },
  ],
  'unverified-address': [
    'forbidden',
    'Your e-mail address is not verified yet.',
    { suggestedAction: 'Follow the link in the verification mail, then try again.' },
  ],
  'already-member': ['already_member', "You're already part of an organization"],
  'role-refused': [
    'illegal_transition',
    'Whoever invited you can no longer give this role.',
    { suggestedAction: 'Ask an administrator of the organization for a new invitation.' },
  ],
}
