import { time } from '@portal/service-kit/database/columns'
import { boolean, doublePrecision, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JWK } from 'jose'

/** Browser sessions: the cookie's value only as a digest, the provider's tokens encrypted. */
export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's value, base64url. */
    digest: text('digest').primaryKey(),
    /** Public id of the session. */
    id: uuid('id').notNull(),
    personId: text('person_id').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The provider's session id (`sid` claim), for back-channel logout. */
    providerSession: text('provider_session'),
    /** When the provider issued the ID token that began it: `iat`, by the provider's clock. */
    issuedAt: time('issued_at'),
    sealedRefreshToken: text('sealed_refresh_token'),
    sealedIdToken: text('sealed_id_token'),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** Absolute end, regardless of activity. */
    expiresAt: time('expires_at').notNull(),
    /** When the provider is asked next whether the person may still be logged in. */
    refreshAt: time('refresh_at').notNull(),
    /** When the refresh token was sent whose replacement has not come. */
    refreshSentAt: time('refresh_sent_at'),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_person').on(table.personId),
    index('sessions_provider').on(table.issuer, table.subject),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/** Minted bearer tokens, to list and revoke them; the token itself is not stored. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    id: uuid('id').primaryKey(),
    personId: text('person_id').notNull(),
    /** Public id of the session that minted it, and what a logout at the provider knows it by. */
    sessionId: uuid('session_id'),
    issuer: text('issuer'),
    subject: text('subject'),
    providerSession: text('provider_session'),
    issuedAt: time('issued_at'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    isRevoked: boolean('is_revoked').notNull().default(false),
  },
  (table) => [
    index('auth_tokens_person').on(table.personId),
    index('auth_tokens_session').on(table.sessionId),
    index('auth_tokens_provider').on(table.issuer, table.subject),
    index('auth_tokens_expiry').on(table.expiresAt),
  ],
)

/** Signing keys by purpose; private keys are encrypted. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', { enum: ['passport', 'auth-token'] }).notNull(),
    publicKey: jsonb('public_key').$type<JWK>().notNull(),
    sealedPrivateKey: text('sealed_private_key').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('signing_keys_purpose').on(table.purpose, table.createdAt)],
)

/** Tokens that are left of a limit for a key, which is a keyed hash. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    key: text('key').primaryKey(),
    tokens: doublePrecision('tokens').notNull(),
    at: time('at').notNull(),
  },
  (table) => [index('rate_buckets_at').on(table.at)],
)
