import { organizationId } from '@portal/service-kit/database/columns'
import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Vectors by content, so text that did not change is not embedded again. They are of
 * `statesVersion`, as are the states of tokens and clauses (`packages/ranking`), null from encoders
 * that give none.
 */
export const embeddings = pgTable(
  'embeddings',
  {
    organizationId: organizationId(),
    model: text('model').notNull(),
    contentHash: text('content_hash').notNull(),
    vector: bytes('vector').notNull(),
    statesVersion: text('states_version'),
    tokenStates: bytes('token_states'),
    clauseStates: bytes('clause_states'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.model, table.contentHash] })],
)
