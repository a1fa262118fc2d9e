import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'

/**
 * Answers that are worked on, and for an hour those that have ended. The process at work keeps the
 * lease; one that has run out means that it died. `key` is the Idempotency-Key of the question.
 */
export const answerStreams = pgTable(
  'answer_streams',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    personId: text('person_id').notNull(),
    key: text('key'),
    question: text('question').notNull(),
    state: text('state', { enum: ['running', 'ended'] })
      .notNull()
      .default('running'),
    leaseUntil: time('lease_until').notNull(),
    stopRequestedAt: time('stop_requested_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('answer_streams_key').on(table.organizationId, table.personId, table.key),
  ],
)

/** What a stream has carried, so that any process can send it again from any event on. */
export const answerStreamEvents = pgTable(
  'answer_stream_events',
  {
    organizationId: organizationId(),
    streamId: uuid('stream_id').notNull(),
    number: integer('number').notNull(),
    event: text('event').notNull(),
    data: jsonb('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.streamId, table.number] }),
    foreignKey({
      columns: [table.organizationId, table.streamId],
      foreignColumns: [answerStreams.organizationId, answerStreams.id],
      name: 'answer_stream_events_stream',
    }).onDelete('cascade'),
  ],
)
