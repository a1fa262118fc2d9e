import { createdAt, time } from '@portal/service-kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** `subject` is the OIDC `sub`. An account without a password gets one through a one-time link. */
export const accounts = pgTable('accounts', {
  subject: text('subject').primaryKey().default(sql`uuidv7()::text`),
  username: text('username').notNull(),
  email: text('email'),
  emailVerified: boolean('email_verified').notNull().default(false),
  firstName: text('first_name'),
  lastName: text('last_name'),
  passwordHash: text('password_hash'),
  /** Set by the creator through the admin API, so that repeating the creation finds the account. */
  reference: text('reference'),
  disabledAt: time('disabled_at'),
  createdAt: createdAt(),
})

/** Names and addresses share one space: nobody can take another's address as a user name. */
export const loginNames = pgTable(
  'login_names',
  {
    name: text('name').primaryKey(),
    subject: text('subject')
      .notNull()
      .references(() => accounts.subject, { onDelete: 'cascade' }),
  },
  (table) => [index('login_names_subject').on(table.subject)],
)

/**
 * oidc-provider's sessions, grants, codes and tokens. Their ids are secrets: only the SHA-256 is
 * stored. The payload is text, because jsonb refuses U+0000, which anybody may put into `state`.
 */
export const artifacts = pgTable(
  'artifacts',
  {
    kind: text('kind').notNull(),
    idHash: text('id_hash').notNull(),
    payload: text('payload').notNull(),
    uid: text('uid'),
    grantId: text('grant_id'),
    subject: text('subject'),
    consumedAt: time('consumed_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index('artifacts_uid').on(table.uid),
    index('artifacts_grant').on(table.grantId),
    index('artifacts_subject').on(table.subject),
    index('artifacts_expiry').on(table.expiresAt),
  ],
)

/** Keys that survive a restart: `signing` holds a private JWK, `cookie` a secret. */
export const providerKeys = pgTable('provider_keys', {
  id: text('id').primaryKey(),
  purpose: text('purpose', { enum: ['signing', 'cookie'] }).notNull(),
  material: text('material').notNull(),
  createdAt: createdAt(),
})

/** Failed attempts by known browser, account and IP address (login/login-throttle.ts). */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: time('last_at').notNull().defaultNow(),
    blockedUntil: time('blocked_until'),
  },
  (table) => [index('attempts_by_age').on(table.lastAt)],
)

/**
 * One-time links that set a password; of the token only the SHA-256 is stored. `email` is the
 * address that a link was mailed to, if it was mailed.
 */
export const passwordLinks = pgTable('password_links', {
  tokenHash: text('token_hash').primaryKey(),
  subject: text('subject')
    .notNull()
    .references(() => accounts.subject, { onDelete: 'cascade' }),
  email: text('email'),
  expiresAt: time('expires_at').notNull(),
})

/** One-time links that verify an address; of the token only the SHA-256 is stored. */
export const addressLinks = pgTable('address_links', {
  tokenHash: text('token_hash').primaryKey(),
  subject: text('subject')
    .notNull()
    .references(() => accounts.subject, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  expiresAt: time('expires_at').notNull(),
})
