import { organizationId } from '@portal/service-kit/database/columns'
import { integer, pgTable } from 'drizzle-orm/pg-core'

/** After how many days organizations have conversations deleted; no row: never. */
export const conversationRetention = pgTable('conversation_retention', {
  organizationId: organizationId().primaryKey(),
  days: integer('days').notNull(),
})
