import type { ChangeKind } from '@portal/contracts/acknowledgements'
import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { versions } from '../schema.ts'

/** Asking people to acknowledge a version; at most one is open per document. */
export const campaigns = pgTable(
  'acknowledgement_campaigns',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
    contentHash: text('content_hash').notNull(),
    /** When the version became current: activated again, it is not asked about any more. */
    activatedAt: time('activated_at').notNull(),
    /** Null: everyone who may read the document. */
    departments: integer('departments').array(),
    dueOn: date('due_on', { mode: 'string' }),
    change: text('change').$type<ChangeKind>().notNull(),
    /** Earlier versions whose acknowledgements count, since the changes were minor. */
    carriedVersionIds: uuid('carried_version_ids').array().notNull().default(sql`'{}'`),
    startedBy: text('started_by').notNull(),
    createdAt: createdAt(),
    /** The latest reminder of any kind, then those that are sent once by themselves. */
    remindedAt: time('reminded_at'),
    dueReminderAt: time('due_reminder_at'),
    overdueReminderAt: time('overdue_reminder_at'),
    closedAt: time('closed_at'),
    closedAs: text('closed_as').$type<'closed' | 'superseded'>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('acknowledgement_campaigns_open')
      .on(table.organizationId, table.documentId)
      .where(sql`closed_at is null`),
    index('acknowledgement_campaigns_due').on(table.dueOn).where(sql`closed_at is null`),
    foreignKey({
      columns: [table.organizationId, table.versionId],
      foreignColumns: [versions.organizationId, versions.id],
      name: 'acknowledgement_campaigns_version',
    }),
  ],
)

/** Who is asked by a campaign; those who left or may no longer read it are released. */
export const requests = pgTable(
  'acknowledgement_requests',
  {
    organizationId: organizationId(),
    campaignId: uuid('campaign_id').notNull(),
    personId: text('person_id').notNull(),
    askedAt: time('asked_at').notNull().defaultNow(),
    releasedAt: time('released_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.campaignId, table.personId] }),
    index('acknowledgement_requests_of_person').on(table.organizationId, table.personId),
    foreignKey({
      columns: [table.organizationId, table.campaignId],
      foreignColumns: [campaigns.organizationId, campaigns.id],
      name: 'acknowledgement_requests_campaign',
    }),
  ],
)

/** That a person has read and understood a version: once, never changed. */
export const acknowledgements = pgTable(
  'acknowledgements',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    versionId: uuid('version_id').notNull(),
    personId: text('person_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    contentHash: text('content_hash').notNull(),
    acknowledgedAt: time('acknowledged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.versionId, table.personId] }),
    uniqueIndex('acknowledgements_of_person').on(table.organizationId, table.personId, table.id),
    foreignKey({
      columns: [table.organizationId, table.campaignId],
      foreignColumns: [campaigns.organizationId, campaigns.id],
      name: 'acknowledgements_campaign',
    }),
  ],
)
