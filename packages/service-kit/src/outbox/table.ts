import type { EventEnvelope } from '@portal/contracts/events'
import { bigint, json, pgTable } from 'drizzle-orm/pg-core'

// Cross-tenant queues worked by the platform role: their keys serve the worker, not tenants' reads.

/** Events to publish. `seq` is drawn under the aggregate's row lock: commit order per key. */
export const outbox = pgTable('outbox', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: bigint('organization_id', { mode: 'number' }),
  event: json().$type<EventEnvelope>().notNull(),
})
