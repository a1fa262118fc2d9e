import { z } from 'zod'
import { auditApi } from './audit.ts'
import { erasureApi } from './erasure.ts'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { MailOverview, NewPerson, OneTimeLogin } from './operators.ts'
import { OrganizationName } from './organization-name.ts'
import { roles } from './permissions.ts'
import { route } from './route.ts'
import { Person } from './session.ts'
import { Organization } from './team.ts'
import { OrganizationId } from './whole-number.ts'

/** An organization as operators see it. `averageRating` is null without ratings (decision 32). */
export const MasterOrganization = Organization.extend({
  joinCode: z.string().nullable(),
  userCount: z.number().int(),
  createdAt: z.iso.datetime(),
  stats: z.object({
    totalDocuments: z.number().int(),
    totalQuestions: z.number().int(),
    averageRating: z.number().nullable(),
    departments: z.array(z.object({ name: z.string() })),
  }),
})
export type MasterOrganization = z.infer<typeof MasterOrganization>

/** A person as operators see them. `isProtected`: no route deletes this account (decision 7). */
export const MasterUser = Person.omit({ profileImageUrl: true }).extend({
  organizationId: z.number().int().nullable(),
  organizationName: z.string().nullable(),
  role: z.enum(roles).nullable(),
  isProtected: z.boolean(),
  /** False until a created person's first login; meanwhile a new one-time login can be issued. */
  hasSignedIn: z.boolean(),
})
export type MasterUser = z.infer<typeof MasterUser>

/**
 * One store's share of an organization's deletion: a table, `files`, `search index`, or `all` until
 * the service reports. `removed` counts rows, files or index entries; `remaining` is the count of a
 * later check.
 */
export const DeletionStep = z.object({
  service: z.string(),
  store: z.string(),
  removed: z.number().int().nullable(),
  remaining: z.number().int().nullable(),
  finishedAt: z.iso.datetime().nullable(),
})

/** The ledger outlives the organization. `isOverdue`: it took longer than the promised day. */
export const Deletion = z.object({
  organizationId: z.number().int(),
  organizationName: z.string(),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  steps: z.array(DeletionStep),
})
export type Deletion = z.infer<typeof Deletion>

/** A newly created person with their one-time login. */
export const CreatedUser = MasterUser.extend({ access: OneTimeLogin.nullable() })
export type CreatedUser = z.infer<typeof CreatedUser>

/** Operators' routes across all organizations. */
export const masterApi = {
  listOrganizations: route('GET', '/api/master/organizations', {
    can: 'operator',
    summary: 'All organizations, newest first',
    query: listQuery(OrganizationId),
    returns: z.array(MasterOrganization),
  }),
  createOrganization: route('POST', '/api/master/organizations', {
    can: 'operator',
    summary: 'Create an organization',
    body: z.object({ name: OrganizationName }),
    returns: MasterOrganization,
    status: 201,
    passes: ['team'],
  }),
  deleteOrganization: route('DELETE', '/api/master/organizations/{id}', {
    can: 'operator',
    summary: 'Disable an organization at once and purge it from every store (decision 38)',
    params: z.object({ id: OrganizationId }),
    passes: ['team'],
  }),
  listDeletions: route('GET', '/api/master/deletions', {
    can: 'operator',
    summary: 'Deletions of organizations with the ledger of each, newest first',
    query: listQuery(OrganizationId),
    returns: z.array(Deletion),
  }),
  listUsers: route('GET', '/api/master/users', {
    can: 'operator',
    summary: 'All people, newest first',
    query: listQuery(z.string().min(1).max(200)),
    returns: z.array(MasterUser),
  }),
  createUser: route('POST', '/api/master/users', {
    can: 'operator',
    summary: 'Create a person in an organization',
    body: NewPerson,
    returns: CreatedUser,
    status: 201,
    passes: ['team'],
  }),
  renewOneTimeLogin: route('POST', '/api/master/users/{id}/access', {
    can: 'operator',
    summary: 'A new one-time way in for a person who was created and has never logged in',
    params: z.object({ id: z.string().min(1).max(200) }),
    returns: OneTimeLogin,
    passes: ['team'],
  }),
  deleteUser: route('DELETE', '/api/master/users/{id}', {
    can: 'operator',
    summary: 'Disable an account; the protected one never',
    params: z.object({ id: z.string().min(1).max(200) }),
    passes: ['team'],
  }),
  ...erasureApi,
  listMail: route('GET', '/api/master/mail', {
    can: 'operator',
    summary: 'The mail that the portal sent, newest first',
    returns: MailOverview,
    passes: ['team'],
  }),
} as const

/** Routes of master-admin. */
export const masterAdminApi = { ...masterApi, ...auditApi } as const

/** Events of master-admin. */
export const masterAdminEvents = events('master-admin', {
  /** A platform event; every service purges and reports (deletion.ts). */
  deletionRequested: event('organization.deletion-requested', 1, {
    organizationId: z.number().int(),
    name: z.string(),
  }),
  /** Every service has reported: nothing is left. */
  deletionFinished: event('organization.deletion-finished', 1, { organizationId: z.number().int() }),
  /** A platform event; every service erases the person and reports (erasure.ts). */
  erasureRequested: event('person.erasure-requested', 1, {
    userId: z.string(),
    /** Where they are or were a member. */
    organizationIds: z.array(z.number().int()),
  }),
  /** Every service has reported. */
  erasureFinished: event('person.erasure-finished', 1, { userId: z.string() }),
})
