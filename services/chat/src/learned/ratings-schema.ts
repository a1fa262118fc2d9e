import type { RatingReason } from '@portal/contracts/ratings'
import { bigint, foreignKey, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { messages } from '../schema.ts'

/** What askers think of their answers; one rating per answer, which they may change. */
export const answerRatings = pgTable(
  'answer_ratings',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    messageId: uuid('message_id').notNull(),
    rating: integer('rating').notNull(),
    reason: text('reason').$type<RatingReason>(),
    comment: text('comment'),
    ratedAt: timestamp('rated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.messageId] }),
    foreignKey({
      columns: [table.organizationId, table.messageId],
      foreignColumns: [messages.organizationId, messages.id],
      name: 'answer_ratings_message',
    }).onDelete('cascade'),
  ],
)
