import type { EventEnvelope } from '@portal/contracts/events'
import { bigint, json, pgTable } from 'drizzle-orm/pg-core'

// Queues across tenants, worked by the platform role: their keys serve the worker, not a tenant's reads.

/** Events that wait for the relay. `seq` is drawn at insert, after the aggregate's row was locked: its order is commit order per key. */
export const outbox = pgTable('outbox', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: bigint('organization_id', { mode: 'number' }),
  event: json().$type<EventEnvelope>().notNull(),
})
