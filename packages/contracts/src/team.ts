import { z } from 'zod'
import { departmentsApi } from './departments.ts'
import { profileApi } from './erasure.ts'
import { event, events } from './events.ts'
import { invitationsApi } from './invitations.ts'
import { joinCodeApi } from './join-code.ts'
import { membersApi } from './members.ts'
import { notificationsApi } from './notifications.ts'
import { operatorsApi } from './operators.ts'
import { OrganizationName } from './organization-name.ts'
import { organizationSettingsApi, PublishedSettings } from './organization-settings.ts'
import { ownDataApi } from './own-data.ts'
import { roles } from './permissions.ts'
import { picturesApi } from './pictures.ts'
import { route } from './route.ts'
import { Person, SessionOrganization } from './session.ts'

/** The five departments of a new organization, numbered 1 to 5 (product §5, decision 26). */
export const defaultDepartments = [
  { number: 1, name: 'Legal & Compliance', color: '#3B82F6' },
  { number: 2, name: 'Human Resources', color: '#EC4899' },
  { number: 3, name: 'Information Technology', color: '#8B5CF6' },
  { number: 4, name: 'Finance & Accounting', color: '#F59E0B' },
  { number: 5, name: 'Operations', color: '#10B981' },
] as const

/** An organization as its members see it; `code` is its six-letter ID. */
export const Organization = z.object({ id: z.number().int(), name: z.string(), code: z.string() })
export type Organization = z.infer<typeof Organization>

/** The signed-in person (product §3). */
export const CurrentUser = Person.extend({
  organizationId: z.number().int().nullable(),
  role: z.enum(roles).nullable(),
  organization: Organization.extend({ joinCode: z.string().nullable().optional() }).nullable(),
  departments: z.array(z.object({ id: z.number().int(), name: z.string(), color: z.string() })),
  isMasterAdmin: z.boolean(),
  /** The organization that has removed them last, if they belong to none now. */
  removedFrom: z.object({ name: z.string(), removedAt: z.iso.datetime() }).nullable().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** A person as the gateway needs them for passports and sessions. */
export const Identity = z.object({
  personId: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  organization: SessionOrganization.nullable(),
  role: z.enum(roles).nullable(),
  departments: z.array(z.number().int()),
  isMasterAdmin: z.boolean(),
  isDisabled: z.boolean(),
  /** Sessions and tokens that began earlier are invalid. */
  sessionsValidFrom: z.iso.datetime().nullable(),
})
export type Identity = z.infer<typeof Identity>

/** Verified claims of the identity provider, passed on by the gateway at login. */
export const ProviderClaims = z.object({
  issuer: z.string().min(1),
  subject: z.string().min(1),
  username: z.string().nullable(),
  email: z.email().nullable(),
  isEmailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
export type ProviderClaims = z.infer<typeof ProviderClaims>

const CodePath = z.object({ code: z.string().min(1).max(100) })

/** Routes of team. */
export const teamApi = {
  currentUser: route('GET', '/api/auth/user', {
    can: 'signed-in',
    summary: 'The current user',
    returns: CurrentUser,
  }),
  createOrganization: route('POST', '/api/organizations', {
    can: 'signed-in',
    summary: 'Create an organization and become its admin',
    body: z.object({ name: OrganizationName }),
    returns: Organization,
    status: 201,
    bearer: false,
  }),
  organizationByCode: route('GET', '/api/organizations/by-code/{code}', {
    can: 'signed-in',
    summary: 'Name and size of the organization behind a join code',
    params: CodePath,
    returns: z.object({ name: z.string(), memberCount: z.number().int() }),
    limit: 'join-code',
  }),
  joinOrganization: route('POST', '/api/organizations/join/{code}', {
    can: 'signed-in',
    summary: 'Join an organization as team_member',
    params: CodePath,
    returns: Organization,
    limit: 'join-code',
    bearer: false,
  }),
  ...joinCodeApi,
  ...organizationSettingsApi,
  ...departmentsApi,
  ...membersApi,
  ...operatorsApi,
  ...invitationsApi,
  ...notificationsApi,
  ...profileApi,
  ...picturesApi,
  ...ownDataApi,
  resolveIdentity: route('POST', '/internal/identities/resolve', {
    can: 'service',
    summary: 'Find, bind or register the person behind verified provider claims',
    body: ProviderClaims,
    returns: Identity,
    isPublicPath: false,
  }),
  readIdentity: route('GET', '/internal/identities/{personId}', {
    can: 'service',
    summary: 'Who a person is now',
    params: z.object({ personId: z.string().min(1).max(200) }),
    returns: Identity,
    isPublicPath: false,
  }),
} as const

/** Events of team. */
export const teamEvents = events('team', {
  organizationCreated: event('organization.created', 1, {
    name: z.string(),
    code: z.string(),
    joinCode: z.string().nullable().optional(),
    createdAt: z.iso.datetime().optional(),
  }),
  organizationRenamed: event('organization.renamed', 1, { name: z.string() }),
  logoChanged: event('organization.logo-changed', 1, { hasLogo: z.boolean() }),
  featuresChanged: event('organization.features-changed', 1, { featuresOff: z.array(z.string()) }),
  /** Null when joining by code is switched off. */
  joinCodeChanged: event('organization.join-code-changed', 1, { joinCode: z.string().nullable() }),
  /** All settings as they are now. */
  settingsChanged: event('organization.settings-changed', 1, PublishedSettings.shape),
  /** `disabledBy`: the operator's person id. */
  organizationDisabled: event('organization.disabled', 1, {
    name: z.string(),
    disabledBy: z.string().optional(),
  }),
  departmentCreated: event('department.created', 1, {
    number: z.number().int(),
    name: z.string(),
    color: z.string(),
  }),
  departmentDeleted: event('department.deleted', 1, { number: z.number().int(), name: z.string() }),
  memberJoined: event('member.joined', 1, { userId: z.string(), role: z.enum(roles) }),
  memberRoleChanged: event('member.role-changed', 1, {
    userId: z.string(),
    role: z.enum(roles),
    previous: z.enum(roles),
  }),
  memberDepartmentsChanged: event('member.departments-changed', 1, {
    userId: z.string(),
    departments: z.array(z.number().int()),
  }),
  memberRemoved: event('member.removed', 1, { userId: z.string(), role: z.enum(roles) }),
  /** A platform event: a person's profile, at registration and at every change. */
  personChanged: event('person.changed', 1, {
    userId: z.string(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    isDisabled: z.boolean(),
    /** Absent from the oldest events, which were about people who had signed in. */
    hasSignedIn: z.boolean().optional(),
    /** When they asked to be erased (decision 71). */
    erasureAskedAt: z.iso.datetime().nullable().optional(),
    createdAt: z.iso.datetime(),
  }),
  /** A platform event: an operator issued a new one-time login. */
  accessRenewed: event('person.access-renewed', 1, { userId: z.string() }),
  invitationCreated: event('invitation.created', 1, { invitationId: z.uuid(), role: z.enum(roles) }),
  invitationResent: event('invitation.resent', 1, { invitationId: z.uuid() }),
  invitationRevoked: event('invitation.revoked', 1, { invitationId: z.uuid() }),
  invitationUndeliverable: event('invitation.undeliverable', 1, { invitationId: z.uuid() }),
  invitationAccepted: event('invitation.accepted', 1, {
    invitationId: z.uuid(),
    userId: z.string(),
    role: z.enum(roles),
  }),
})
