import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * What was done, refused and read, one chain for each organization and one of the platform (`organizationId` null). Append-only: no role of the
 * running service may change or remove a row. `hash` covers the entry and the hash before it (audit/chain-hash.ts).
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
    // Across organizations, for operators: event ids rise with time.
    index('audit_entries_by_time').on(table.eventId),
  ],
)

/** Where each chain stands: the lock that gives sequences without gaps, and how far the heads kept elsewhere reach. No evidence by itself. */
export const auditChains = pgTable('audit_chains', {
  chain: text('chain').primaryKey(),
  /** Whose chain it is, so that the purge of an organization ends it. */
  organizationId: bigint('organization_id', { mode: 'number' }).generatedAlwaysAs(
    sql`nullif(chain, 'platform')::bigint`,
  ),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  signedSequence: bigint('signed_sequence', { mode: 'number' }).notNull().default(0),
})

/** Who the pseudonymous ids of the trail are. Erasing a person removes the row, and with it what the trail tells of them by name. */
export const auditPeople = pgTable('audit_people', {
  personId: text('person_id').primaryKey(),
  name: text('name').notNull(),
})

/** What the ids of an organization's things are called, as last told: of documents, departments, the organization itself. Stays when the thing is deleted. */
export const auditSubjects = pgTable(
  'audit_subjects',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.subject] })],
)

/** An entry as it is stored. */
export type AuditRow = typeof auditEntries.$inferSelect
