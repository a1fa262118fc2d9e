import { organizationId, time } from '@portal/service-kit/database/columns'
import { jsonb, pgTable } from 'drizzle-orm/pg-core'

/** Words and phrases that mean the same, for a search at least. */
export type SynonymGroup = readonly string[]

/** What an organization's texts and people call the same thing, beside what everybody does. */
export const synonymLists = pgTable('synonym_lists', {
  organizationId: organizationId().primaryKey(),
  groups: jsonb('groups').$type<readonly SynonymGroup[]>().notNull(),
  changedAt: time('changed_at').notNull().defaultNow(),
})
