import type { RatingReason } from '@portal/contracts/ratings'
import { organizationId, time } from '@portal/service-kit/database/columns'
import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { messages } from '../schema.ts'

/** What askers think of their answers; one rating per answer, which they may change. */
export const answerRatings = pgTable(
  'answer_ratings',
  {
    organizationId: organizationId(),
    messageId: uuid('message_id').notNull(),
    rating: integer('rating').notNull(),
    reason: text('reason').$type<RatingReason>(),
    comment: text('comment'),
    ratedAt: time('rated_at').notNull(),
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
