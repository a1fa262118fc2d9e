import { organizationId } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * Acts, refusals and reads, in a chain for each organization and one for the platform
 * (`organizationId` null). Append-only: no role of the running service may change or remove a row.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    organizationId: bigint('organization_id', { mode: 'number' }),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    eventId: uuid('event_id').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    actorId: text('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    outcome: text('outcome', { enum: ['done', 'denied', 'read'] }).notNull(),
    service: text('service').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    unique('audit_entries_in_order').on(table.organizationId, table.sequence).nullsNotDistinct(),
    unique('audit_entries_once').on(table.organizationId, table.eventId).nullsNotDistinct(),
    // For operators, across organizations: event ids increase with time.
    index('audit_entries_by_time').on(table.eventId),
  ],
)

/** The end of each chain, locked to append, and how far its signed heads reach. Not evidence. */
export const auditChains = pgTable('audit_chains', {
  chain: text('chain').primaryKey(),
  /** The chain's organization, whose purge removes it. */
  organizationId: bigint('organization_id', { mode: 'number' }).generatedAlwaysAs(
    sql`nullif(chain, 'platform')::bigint`,
  ),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  signedSequence: bigint('signed_sequence', { mode: 'number' }).notNull().default(0),
})

/** Names of the pseudonymous ids. Erasing a person removes the row and so the name. */
export const auditPeople = pgTable('audit_people', {
  personId: text('person_id').primaryKey(),
  name: text('name').notNull(),
})

/**
 * Latest names of an organization's things: documents, departments, the organization itself. Kept
 * when the thing is deleted.
 */
export const auditSubjects = pgTable(
  'audit_subjects',
  {
    organizationId: organizationId(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.subject] })],
)

/** A stored entry. */
export type AuditRow = typeof auditEntries.$inferSelect
