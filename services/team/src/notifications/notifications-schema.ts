import { organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { memberships, organizations } from '../schema.ts'
import type { Matter } from './matter.ts'

/** What belongs to a member ends with the membership. */
const ofMember = () => ({ organizationId: organizationId(), personId: text('person_id').notNull() })
const memberKey = (name: string, table: Record<'organizationId' | 'personId', AnyPgColumn>) =>
  foreignKey({
    columns: [table.organizationId, table.personId],
    foreignColumns: [memberships.organizationId, memberships.personId],
    name,
  }).onDelete('cascade')

/**
 * Documents, projected from the events of their service: what a notification is called, and who may
 * see that it exists. `visibleTo` empty: everyone (decision 28).
 */
export const knownDocuments = pgTable(
  'known_documents',
  {
    organizationId: organizationId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    visibleTo: integer('visible_to').array().notNull().default(sql`'{}'`),
    isActive: boolean('is_active').notNull().default(true),
    hasCurrentVersion: boolean('has_current_version').notNull().default(false),
    ownerId: text('owner_id'),
    deletedAt: time('deleted_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/**
 * One row per event and person. It holds no title: that is the document's, at the time of reading.
 * `about` names the matter, of which only the newest notification is unread. `closedAt`: there is
 * nothing left to do. `mailedAt`: a digest with it was sent.
 */
export const notifications = pgTable(
  'notifications',
  {
    ...ofMember(),
    id: uuid('id').notNull(),
    eventId: uuid('event_id').notNull(),
    kind: text('kind').notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id'),
    about: text('about').notNull(),
    matter: jsonb('matter').$type<Matter>().notNull(),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
    closedAt: time('closed_at'),
    mailedAt: time('mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.personId, table.id] }),
    uniqueIndex('notifications_once').on(table.organizationId, table.eventId, table.personId),
    index('notifications_unread')
      .on(table.organizationId, table.personId, table.id)
      .where(sql`read_at is null`),
    // Of a notification whose document is closed to a person: may they decide on its version?
    index('notifications_open')
      .on(table.organizationId, table.personId, table.versionId)
      .where(sql`closed_at is null`),
    index('notifications_document').on(table.organizationId, table.documentId),
    index('notifications_age').on(table.organizationId, table.createdAt),
    memberKey('notifications_member', table),
  ],
)

/** Members without a row get the daily mail. */
export const notificationSettings = pgTable(
  'notification_settings',
  { ...ofMember(), hasDigest: boolean('has_digest').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.personId] }),
    memberKey('notification_settings_member', table),
  ],
)

/** The last day of each organization for which digests were planned. */
export const digestDays = pgTable('digest_days', {
  organizationId: organizationId()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  day: date('day').notNull(),
})

/**
 * A person's mail of one day. `sending` is committed before the mail leaves and never left twice:
 * see send-digests.ts. `address` is null once it is not needed any more.
 */
export const digests = pgTable(
  'digests',
  {
    ...ofMember(),
    day: date('day').notNull(),
    id: uuid('id').notNull(),
    address: text('address'),
    state: text('state', { enum: ['waiting', 'sending', 'sent', 'refused'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.personId, table.day] }),
    index('digests_waiting').on(table.organizationId, table.personId).where(sql`state = 'waiting'`),
    memberKey('digests_member', table),
  ],
)

/** Events are followed, and digests planned, across organizations. */
export const notificationTables = [
  'known_documents',
  'notifications',
  'notification_settings',
  'digest_days',
  'digests',
]
