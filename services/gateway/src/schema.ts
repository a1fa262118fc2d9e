import type { RemoteEntry } from '@portal/contracts/remotes'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Signed-in browsers. The id in the cookie is stored as a digest only; tokens of the provider are encrypted. */
export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's value, base64url. */
    digest: text('digest').primaryKey(),
    /** Name of the session where people and services see it. */
    id: uuid('id').notNull(),
    personId: text('person_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The provider's session id (`sid` claim), for back-channel logout. */
    providerSession: text('provider_session'),
    sealedRefreshToken: text('sealed_refresh_token'),
    sealedIdToken: text('sealed_id_token'),
    userAgent: text('user_agent').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** Absolute end, whatever the activity. */
    expiresAt: moment('expires_at').notNull(),
    /** When the provider is asked next whether the person may still be signed in. */
    refreshAt: moment('refresh_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_person').on(table.personId),
    index('sessions_provider').on(table.issuer, table.subject),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/** Bearer tokens that were minted for the `auth_token` parameter, for listing and revoking; the token itself is not stored. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: uuid('id').primaryKey(),
    personId: text('person_id').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    isRevoked: boolean('is_revoked').notNull().default(false),
  },
  (table) => [
    index('auth_tokens_person').on(table.personId),
    index('auth_tokens_expiry').on(table.expiresAt),
  ],
)

/** Keys that this gateway signs with, one line per purpose; private halves are encrypted. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', { enum: ['passport', 'auth-token'] }).notNull(),
    publicKey: jsonb('public_key').$type<JWK>().notNull(),
    sealedPrivateKey: text('sealed_private_key').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('signing_keys_purpose').on(table.purpose, table.createdAt)],
)

/** Every version of a remote that was published; at most one per name is shown to people. */
export const remoteVersions = pgTable(
  'remote_versions',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    entry: jsonb('entry').$type<RemoteEntry>().notNull(),
    isCurrent: boolean('is_current').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.version] }),
    uniqueIndex('remote_versions_current').on(table.name).where(sql`${table.isCurrent}`),
  ],
)
