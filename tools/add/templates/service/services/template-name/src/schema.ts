import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Row security needs `organization_id`; the key that begins with it serves the list. */
export const templateEntities = pgTable(
  'template_entities',
  {
    organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)
