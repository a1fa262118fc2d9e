import type { InvitationView } from '@portal/contracts/invitations'
import type { Role } from '@portal/contracts/permissions'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError } from '@portal/service-kit/coded-error'

/** What decides whether a person may accept an invitation. */
export interface InvitationFacts {
  readonly invitation: {
    readonly email: string
    readonly role: Role
    readonly isAccepted: boolean
    readonly isExpired: boolean
  }
  /** The inviter's present role; null if they have left the organization. */
  readonly inviterRole: Role | null
  readonly facilitators: number
  readonly person: {
    readonly email: string | null
    readonly isEmailVerified: boolean
    readonly isMember: boolean
    /** Removed after the invitation was sent: only a new one lets them back (decision 40). */
    readonly wasRemovedSince: boolean
  }
}

type State = InvitationView['state']

/**
 * The state of an invitation for a person. The grant is checked anew (decision 4): an inviter who
 * was removed or demoted can no longer let anybody in, and only one first facilitator exists.
 */
export function invitationState({ invitation, inviterRole, facilitators, person }: InvitationFacts): State {
  if (invitation.isAccepted) return 'accepted'
  if (invitation.isExpired) return 'expired'
  if (person.email === null || !isSameAddress(person.email, invitation.email)) return 'other-address'
  if (!person.isEmailVerified) return 'unverified-address'
  if (person.isMember) return 'already-member'
  const { role } = invitation
  if (
    person.wasRemovedSince ||
    inviterRole === null ||
    !mayGrant({ by: inviterRole, role, facilitators }).isAllowed
  )
    return 'role-refused'
  return 'open'
}

/** Whether two addresses are equal, ignoring case. */
function isSameAddress(one: string, other: string): boolean {
  return one.normalize('NFC').trim().toLowerCase() === other.normalize('NFC').trim().toLowerCase()
}

const askAnew = { suggestedAction: 'Ask whoever invited you for a new invitation.' }

/** Throws the coded error of a state in which the invitation cannot be accepted. */
export function assertOpen(state: State): void {
  if (state !== 'open') throw refusals[state]()
}

const refusals: Readonly<Record<Exclude<State, 'open'>, () => CodedError>> = {
  accepted: () => new CodedError('illegal_transition', 'This invitation was accepted already.'),
  expired: () => new CodedError('illegal_transition', 'This invitation has expired.', askAnew),
  'other-address': () =>
    new CodedError('forbidden', 'This invitation was sent to another e-mail address than yours.', {
      suggestedAction: 'Sign in with the address that was invited.',
    }),
  'unverified-address': () =>
    new CodedError('forbidden', 'Your e-mail address is not verified yet.', {
      suggestedAction: 'Follow the link in the verification mail, then try again.',
    }),
  'already-member': () => new CodedError('already_member', "You're already part of an organization"),
  'role-refused': () =>
    new CodedError('illegal_transition', 'Whoever invited you can no longer give this role.', {
      suggestedAction: 'Ask an administrator of the organization for a new invitation.',
    }),
}
