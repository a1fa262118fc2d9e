import { failureKinds, remoteActs as remoteActNames } from '@portal/contracts/remote-releases'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Every published version of a remote, immutable; the current one, if any, is for everybody. */
export const remoteVersions = pgTable(
  'remote_versions',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    entry: jsonb('entry').$type<RemoteEntry>().notNull(),
    isCurrent: boolean('is_current').notNull(),
    publishedAt: time('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version] }),
    uniqueIndex('remote_versions_current').on(table.name).where(sql`${table.isCurrent}`),
  ],
)

/** The latest promotion of a remote, until it is taken back. */
export const remotePromotions = pgTable('remote_promotions', {
  name: text('name').primaryKey(),
  version: text('version').notNull(),
  /** Everybody's previous version; null for the first one. */
  previous: text('previous'),
  /** Of organizations; below 100 `previous` is still the current version. */
  percent: integer('percent').notNull(),
  /** Percentage of failures among people who opened it, above which it is rolled back. */
  threshold: integer('threshold').notNull(),
  promotedAt: time('promoted_at').notNull(),
})

/** The version that an organization has, whatever is promoted. */
export const remotePins = pgTable(
  'remote_pins',
  {
    name: text('name').notNull(),
    /** No tenant's row: operators' alone. */
    organization: bigint('organization', { mode: 'number' }).notNull(),
    version: text('version').notNull(),
    pinnedAt: time('pinned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.organization] })],
)

/** What one person's shell reported of a version, once; neither they nor theirs are named. */
export const remoteReports = pgTable(
  'remote_reports',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    /** Keyed hash of the person, another one for every version. */
    reporter: text('reporter').notNull(),
    /** The same of the organization; empty without one. */
    organization: text('organization').notNull(),
    hasFailed: boolean('has_failed').notNull(),
    kind: text('kind', { enum: failureKinds }),
    error: text('error'),
    /** File, line and column within the remote. */
    location: text('location'),
    at: time('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version, table.reporter] }),
    index('remote_reports_at').on(table.at),
  ],
)

/** What was done to a remote, by whom and why. */
export const remoteActs = pgTable(
  'remote_acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: time('at').notNull(),
    name: text('name').notNull(),
    act: text('act', { enum: remoteActNames }).notNull(),
    version: text('version'),
    organization: bigint('organization', { mode: 'number' }),
    percent: integer('percent'),
    by: text('by', { enum: ['operator', 'command', 'key', 'start', 'automatic'] }).notNull(),
    /** A person's id, the name of a key or of an account on the operator's machine. */
    who: text('who'),
    why: text('why').notNull(),
    /** The id of the order of a key, which counts once. */
    request: text('request').unique(),
  },
  (table) => [index('remote_acts_name').on(table.name, table.id)],
)
