import { roles } from '@portal/contracts/permissions'
import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Deleted with its organization or person. */
const ofOrganization = () => organizationId().references(() => organizations.id, { onDelete: 'cascade' })
const ofPerson = () =>
  text('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' })

/** `code` is the displayed ID; `joinCode` is random and rotatable (decision 1), or off (null). */
export const organizations = pgTable('organizations', {
  id: organizationId().primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull().unique(),
  joinCode: text('join_code').unique(),
  name: text('name').notNull(),
  logoUrl: text('logo_url'),
  featuresOff: text('features_off').array().notNull().default(sql`'{}'`),
  /** Disabled by an operator (decision 38): from then on it has no members and nobody can join. */
  disabledAt: time('disabled_at'),
  createdAt: createdAt(),
})

/** What an organization has changed of its settings; without a row the defaults hold. */
export const organizationSettings = pgTable('organization_settings', {
  organizationId: organizationId()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  timeZone: text('time_zone').notNull(),
  reviewCycleMonths: integer('review_cycle_months'),
  approvalDeadlineDays: integer('approval_deadline_days'),
  approvalReminderDays: integer('approval_reminder_days').array().notNull(),
  trendingAskersMin: integer('trending_askers_min').notNull().default(3),
  conversationDays: integer('conversation_days'),
})

/** A deleted department keeps its row: its number is never reused. */
export const departments = pgTable(
  'departments',
  {
    organizationId: ofOrganization(),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    createdAt: createdAt(),
    deletedAt: time('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)

/** A person, independent of any organization. */
export const people = pgTable('people', {
  id: text('id').primaryKey(),
  username: text('username'),
  email: text('email'),
  isEmailVerified: boolean('is_email_verified').notNull().default(false),
  firstName: text('first_name'),
  lastName: text('last_name'),
  profileImageUrl: text('profile_image_url'),
  isDisabled: boolean('is_disabled').notNull().default(false),
  /** Earlier sessions and tokens are invalid; set when a person is removed or disabled. */
  sessionsValidFrom: time('sessions_valid_from'),
  /** The provider account created for this person; its first login binds them (decision 39). */
  accountSubject: text('account_subject').unique(),
  /** When they asked the operator to erase them (decision 71). */
  erasureAskedAt: time('erasure_asked_at'),
  createdAt: createdAt(),
})

/** The identities at providers with which a person logs in. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    personId: ofPerson(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('identities_person').on(table.personId),
  ],
)

/** One organization per person for now; a table, so more can come (decision 16). */
export const memberships = pgTable(
  'memberships',
  {
    organizationId: ofOrganization(),
    personId: ofPerson(),
    role: text('role', { enum: roles }).notNull(),
    joinedAt: time('joined_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.personId] }),
    unique('memberships_one_per_person').on(table.personId),
    index('memberships_by_joining').on(table.organizationId, table.joinedAt, table.personId),
  ],
)

/** Ended memberships; return is by invitation only, which deletes the row (decision 40). */
export const removedMembers = pgTable(
  'removed_members',
  {
    organizationId: ofOrganization(),
    personId: ofPerson(),
    role: text('role', { enum: roles }).notNull(),
    joinedAt: time('joined_at').notNull(),
    removedAt: time('removed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId] })],
)

export const memberDepartments = pgTable(
  'member_departments',
  {
    organizationId: organizationId(),
    personId: text('person_id').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.personId, table.number] }),
    foreignKey({
      columns: [table.organizationId, table.personId],
      foreignColumns: [memberships.organizationId, memberships.personId],
      name: 'member_departments_member',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.number],
      foreignColumns: [departments.organizationId, departments.number],
      name: 'member_departments_department',
    }).onDelete('cascade'),
  ],
)

/**
 * Invitations. `nonce` is that of the valid link; the link itself is signed and not stored.
 * `problem` says why it is undeliverable.
 */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: ofOrganization(),
    id: uuid('id').notNull(),
    email: text('email').notNull(),
    role: text('role', { enum: ['admin', 'facilitator', 'manager', 'team_member'] }).notNull(),
    invitedBy: text('invited_by').notNull(),
    invitedByName: text('invited_by_name').notNull(),
    nonce: uuid('nonce').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    sentAt: time('sent_at'),
    problem: text('problem'),
    acceptedAt: time('accepted_at'),
    acceptedBy: text('accepted_by'),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('invitations_one_pending')
      .on(table.organizationId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
)

/** Mails of the last day, counted for the allowances. */
export const invitationMails = pgTable(
  'invitation_mails',
  {
    organizationId: ofOrganization(),
    id: uuid('id').notNull(),
    personId: text('person_id').notNull(),
    email: text('email').notNull(),
    askedAt: time('asked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/** Mails to a mailbox per day (UTC), whichever organization asked for them; kept for two days. */
export const mailedAddresses = pgTable(
  'mailed_addresses',
  {
    day: date('day').notNull(),
    /** A keyed hash of the address. */
    addressKey: text('address_key').notNull(),
    mails: integer('mails').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.addressKey] })],
)

/** Tables of the platform role: people are known before any organization is. */
export const platformTables = [
  'organizations',
  'organization_settings',
  'departments',
  'people',
  'identities',
  'memberships',
  'removed_members',
  'member_departments',
  // A person who follows a link belongs to no organization yet.
  'invitations',
  // A person is erased wherever they were invited.
  'invitation_mails',
  'mailed_addresses',
]
