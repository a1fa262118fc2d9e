import type { EventEnvelope } from '@portal/contracts/events'
import { bigint, index, integer, json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// Cross-tenant queues worked by the platform role: their keys serve the worker, not tenants' reads.

/** Events handled, per consumer group. Event ids rise with time, which the clean-up uses. */
export const inbox = pgTable(
  'inbox',
  {
    eventId: uuid('event_id').notNull(),
    consumer: text().notNull(),
    organizationId: bigint('organization_id', { mode: 'number' }),
    handledAt: timestamp('handled_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.consumer] })],
)

/** Failed events and, with `reason` null, those held behind them on the same key, by `seq`. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    eventId: uuid('event_id').notNull(),
    consumer: text().notNull(),
    organizationId: bigint('organization_id', { mode: 'number' }),
    key: text().notNull(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    event: json().$type<EventEnvelope>().notNull(),
    reason: text(),
    tries: integer().notNull(),
    storedAt: timestamp('stored_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.consumer] }),
    index('dead_letters_by_key').on(table.organizationId, table.consumer, table.key, table.seq),
  ],
)
