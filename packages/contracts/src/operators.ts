import { z } from 'zod'
import { OrganizationName } from './organization-name.ts'
import { roles } from './permissions.ts'
import { route } from './route.ts'
import { Person } from './session.ts'
import { OrganizationId } from './whole-number.ts'

/** Input for creating a person: `id` becomes the login name (decision 39). */
export const NewPerson = z.object({
  id: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]*$/, 'User ID must be letters, digits and . _ @ + - only.'),
  email: z.string().trim().toLowerCase().pipe(z.email('Invalid email address').max(320)),
  firstName: z.string().trim().max(100).nullish(),
  lastName: z.string().trim().max(100).nullish(),
  organizationId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  role: z.enum(['admin', 'team_member']),
})
export type NewPerson = z.infer<typeof NewPerson>

/** A first login: a link to choose a password, or a password to replace at login. */
export const OneTimeLogin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), url: z.string(), expiresAt: z.iso.datetime() }),
  z.object({ kind: z.literal('password'), password: z.string() }),
])
export type OneTimeLogin = z.infer<typeof OneTimeLogin>

/** An organization without members, as created by an operator. */
export const CreatedOrganization = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string(),
  joinCode: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** A person as created by an operator. */
export const CreatedPerson = Person.omit({ profileImageUrl: true }).extend({
  organizationId: z.number().int(),
  organizationName: z.string(),
  role: z.enum(roles),
  /** Null when the provider became unavailable; it can be requested again. */
  access: OneTimeLogin.nullable(),
})

/** A mail that the portal sent, for the operators' page. */
export const SentMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
})
export type SentMail = z.infer<typeof SentMail>

/** Sent mail: `outbox` is a folder, `smtp` a mail server, which keeps its own. */
export const MailOverview = z.object({ mailer: z.enum(['outbox', 'smtp', 'none']), sent: z.array(SentMail) })
export type MailOverview = z.infer<typeof MailOverview>

/** Operators' commands to team, sent by master-admin with the operator's passport. */
export const operatorsApi = {
  createEmptyOrganization: route('POST', '/operators/organizations', {
    can: 'operator',
    summary: 'Create an organization without members',
    body: z.object({ name: OrganizationName }),
    returns: CreatedOrganization,
    status: 201,
    isPublicPath: false,
  }),
  disableOrganization: route('POST', '/operators/organizations/{id}/disable', {
    can: 'operator',
    summary: 'Disable an organization at once, before it is purged (decision 38)',
    params: z.object({ id: OrganizationId }),
    returns: z.object({ name: z.string() }),
    isPublicPath: false,
  }),
  createPerson: route('POST', '/operators/people', {
    can: 'operator',
    summary: 'Create a person in an organization, with an account at the identity provider',
    body: NewPerson,
    returns: CreatedPerson,
    status: 201,
    isPublicPath: false,
  }),
  renewOneTimeLogin: route('POST', '/operators/people/{userId}/access', {
    can: 'operator',
    summary:
      'A new one-time way in for a person who was created and has never logged in; the one before ends',
    params: z.object({ userId: z.string().min(1).max(200) }),
    returns: OneTimeLogin,
    isPublicPath: false,
  }),
  disablePerson: route('DELETE', '/operators/people/{userId}', {
    can: 'operator',
    summary: 'Disable a person: membership, sessions and the account at the provider end',
    params: z.object({ userId: z.string().min(1).max(200) }),
    isPublicPath: false,
  }),
  readErasable: route('GET', '/operators/people/{userId}/erasure', {
    can: 'operator',
    summary: 'Whom an erasure means; refused while the account is not deleted',
    params: z.object({ userId: z.string().min(1).max(200) }),
    returns: z.object({ userId: z.string(), organizationIds: z.array(z.number().int()) }),
    isPublicPath: false,
  }),
  readMail: route('GET', '/operators/mail', {
    can: 'operator',
    summary: 'The mail that was sent, newest first',
    returns: MailOverview,
    isPublicPath: false,
  }),
} as const
