import { bigint, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** Words and phrases that mean the same, for a search at least. */
export type SynonymGroup = readonly string[]

/** What an organization's texts and people call the same thing, beside what everybody does. */
export const synonymLists = pgTable('synonym_lists', {
  organizationId: bigint('organization_id', { mode: 'number' }).primaryKey(),
  groups: jsonb('groups').$type<readonly SynonymGroup[]>().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})
