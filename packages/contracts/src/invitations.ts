import { z } from 'zod'
import { listQuery } from './list-query.ts'
import { roles } from './permissions.ts'
import { route } from './route.ts'

/** How long an invitation's link works, in days (decision 47). */
export const invitationDays = 7
/** Role of an invitation without one (product §9). */
export const invitationRoleDefault = 'team_member'
/**
 * Parameter of an authorization request that begins at an invitation, beside `login_hint` with the
 * invited address. It proves nothing: team verifies the address by the invitation's own link.
 */
export const invitationParameter = 'portal_invitation'
/** Specified message (product §5). */
const invitationEmailMessage = 'Invalid email address'

/** Pending until `acceptedAt` is set, even when expired; revoked invitations are not listed. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
  /** Why the mail is undeliverable, in one sentence. */
  deliveryProblem: z.string().optional(),
})
export type Invitation = z.infer<typeof Invitation>

/** Input for a new invitation; form and server validate with it alike. */
export const NewInvitation = z.object({
  email: z.string(invitationEmailMessage).trim().toLowerCase().pipe(z.email(invitationEmailMessage).max(320)),
  role: z.enum(roles).default(invitationRoleDefault),
})

/** `message` is for people. `link` is present only without a mailer, for the inviter to pass on. */
export const InvitationSent = z.object({
  message: z.string(),
  invitation: Invitation,
  link: z.url().optional(),
})

/**
 * What an invited person sees before accepting. `unverified-address`: they first follow the link in
 * the verification mail, which the account page can send again. `role-refused`: the inviter has
 * left or may no longer grant this role.
 */
export const InvitationView = z.object({
  organizationName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  state: z.enum([
    'open',
    'expired',
    'accepted',
    'other-address',
    'unverified-address',
    'already-member',
    'role-refused',
  ]),
})
export type InvitationView = z.infer<typeof InvitationView>

const InvitationPath = z.object({ id: z.uuid() })
const TokenPath = z.object({ token: z.string().min(1).max(1000) })

/** Routes for inviting and accepting, served by team. */
export const invitationsApi = {
  createInvitation: route('POST', '/api/invitations', {
    can: 'invitation:create',
    summary: 'Invite somebody by e-mail (decisions 5 and 47)',
    body: NewInvitation,
    returns: InvitationSent,
    status: 201,
    bearer: false,
  }),
  listInvitations: route('GET', '/api/invitations', {
    can: 'invitation:read',
    summary: 'Invitations that are not revoked, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(Invitation),
  }),
  resendInvitation: route('POST', '/api/invitations/{id}/resend', {
    can: 'invitation:manage',
    summary: 'Send a fresh link; the earlier one stops working and the seven days begin anew',
    params: InvitationPath,
    returns: InvitationSent,
    bearer: false,
  }),
  revokeInvitation: route('DELETE', '/api/invitations/{id}', {
    can: 'invitation:manage',
    summary: 'Revoke an invitation that is not accepted yet',
    params: InvitationPath,
  }),
  readInvitation: route('GET', '/api/invitations/by-token/{token}', {
    can: 'signed-in',
    summary: 'What a link invites to; one uniform 404 for unknown, forged and revoked ones',
    params: TokenPath,
    returns: InvitationView,
  }),
  acceptInvitation: route('POST', '/api/invitations/accept/{token}', {
    can: 'signed-in',
    summary: 'Become a member, by the verified address that was invited',
    params: TokenPath,
    returns: z.object({ id: z.number().int(), name: z.string(), code: z.string() }),
    bearer: false,
  }),
  invitedAddress: route('GET', '/internal/invitations/{token}/address', {
    can: 'service',
    summary: 'The address that an open invitation was mailed to, for the login page; null without one',
    params: TokenPath,
    returns: z.object({ email: z.string().nullable() }),
    isPublicPath: false,
  }),
} as const
