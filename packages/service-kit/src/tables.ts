import type { EventEnvelope } from '@portal/contracts/events'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, time } from './database/columns.ts'

// Mostly cross-tenant queues worked by the platform role: their keys serve the worker, not tenants'
// reads.

const organizationId = () => bigint('organization_id', { mode: 'number' })

/** Events to publish. `seq` is drawn under the aggregate's row lock: commit order per key. */
export const outbox = pgTable('outbox', {
  seq: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  organizationId: organizationId(),
  event: json().$type<EventEnvelope>().notNull(),
})

/** Events handled, per consumer group. Event ids rise with time, which the clean-up uses. */
export const inbox = pgTable(
  'inbox',
  {
    eventId: uuid('event_id').notNull(),
    consumer: text().notNull(),
    organizationId: organizationId(),
    handledAt: time('handled_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.consumer] })],
)

/** Failed events and, with `reason` null, those held behind them on the same key, by `seq`. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    eventId: uuid('event_id').notNull(),
    consumer: text().notNull(),
    organizationId: organizationId(),
    key: text().notNull(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    event: json().$type<EventEnvelope>().notNull(),
    reason: text(),
    tries: integer().notNull(),
    storedAt: time('stored_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.consumer] }),
    index('dead_letters_by_key').on(table.organizationId, table.consumer, table.key, table.seq),
  ],
)

/**
 * Unfinished work: one row per kind and subject, free to lease when `runAt` has come and
 * `leaseUntil` is null or past. `again`: enqueued again while it ran. `actorId`: the last person to
 * ask for it.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    organizationId: organizationId().notNull(),
    kind: text().notNull(),
    subject: text().notNull(),
    payload: json().$type<Record<string, unknown>>().notNull(),
    actorId: text('actor_id'),
    /** Of the span that last asked for it (W3C Trace Context). */
    traceparent: text(),
    /** Roughly how much work it is; among an organization's jobs the light ones go first. */
    weight: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    runAt: time('run_at').notNull().defaultNow(),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
    again: boolean().notNull().default(false),
    progress: real().notNull().default(0),
    lastError: text('last_error'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('jobs_subject').on(table.organizationId, table.kind, table.subject),
    index('jobs_due').on(table.organizationId, table.kind, table.runAt),
  ],
)

/**
 * Responses to POSTs with an Idempotency-Key, kept for 24 hours. `id` identifies the attempt: once
 * its key is taken over, it can no longer store a response.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: uuid().notNull().unique().defaultRandom(),
    organizationId: organizationId(),
    /** The organization that the request founded or joined, if the person had none before. */
    enteredOrganizationId: bigint('entered_organization_id', { mode: 'number' }),
    personId: text('person_id').notNull(),
    key: text().notNull(),
    route: text().notNull(),
    bodySha256: text('body_sha256').notNull(),
    state: text({ enum: ['in_progress', 'done'] }).notNull(),
    body: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
)

/** What a person, or with an empty id the whole organization, has used on a day (UTC). */
export const quotaUsage = pgTable(
  'quota_usage',
  {
    organizationId: organizationId().notNull(),
    personId: text('person_id').notNull(),
    what: text().notNull(),
    day: date().notNull(),
    used: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId, table.what] })],
)

/**
 * Deleted organizations: their transactions and events have no effect any more. Contains only
 * numbers and times. `purgedAt`: when this service reported the purge; `answered`: how many items
 * it reported.
 */
export const tombstones = pgTable('tombstones', {
  organizationId: organizationId().primaryKey(),
  deletedAt: time('deleted_at').notNull().defaultNow(),
  purgedAt: time('purged_at'),
  answered: bigint({ mode: 'number' }),
})

/** Erased people: no event brings their name back. `erasedAt`: when this service reported it. */
export const erasedPeople = pgTable('erased_people', {
  personId: text('person_id').primaryKey(),
  requestedAt: time('requested_at').notNull().defaultNow(),
  erasedAt: time('erased_at'),
})

/**
 * A purge's progress per store. `removed` grows in the removing transaction; an engine has none, so
 * `pending` is its count before the removal. `remaining` is from the last check.
 */
export const purgeSteps = pgTable(
  'purge_steps',
  {
    organizationId: organizationId()
      .notNull()
      .references(() => tombstones.organizationId),
    store: text().notNull(),
    removed: bigint({ mode: 'number' }).notNull().default(0),
    pending: integer(),
    remaining: integer(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.store] })],
)
