import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A person who can sign in. `subject` is the OIDC `sub`; without a password the person sets one through a one-time link. */
export const accounts = pgTable('accounts', {
  subject: text('subject').primaryKey().default(sql`uuidv7()::text`),
  username: text('username').notNull(),
  email: text('email'),
  emailVerified: boolean('email_verified').notNull().default(false),
  firstName: text('first_name'),
  lastName: text('last_name'),
  passwordHash: text('password_hash'),
  /** Given by who created the account through the admin API, so that creating it again finds it. */
  reference: text('reference'),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Every name that signs in: user names and addresses share one space, so nobody can take another's address as a user name. */
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
 * What oidc-provider keeps: sessions, grants, codes, tokens. Ids are secrets, so only their SHA-256 is stored. The payload is text and not
 * jsonb, because jsonb refuses U+0000, which a stranger may put into `state`.
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
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.idHash] }),
    index('artifacts_uid').on(table.uid),
    index('artifacts_grant').on(table.grantId),
    index('artifacts_subject').on(table.subject),
    index('artifacts_expiry').on(table.expiresAt),
  ],
)

/** Keys that outlive a restart: `signing` holds a private JWK, `cookie` a secret. */
export const providerKeys = pgTable('provider_keys', {
  id: text('id').primaryKey(),
  purpose: text('purpose', { enum: ['signing', 'cookie'] }).notNull(),
  material: text('material').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Failed attempts by account and by address (sign-in-throttle.ts). */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: instant('last_at').notNull().defaultNow(),
  blockedUntil: instant('blocked_until'),
})

/** One-time links that set a password. The token is a secret: only its SHA-256 is stored. */
export const passwordLinks = pgTable('password_links', {
  tokenHash: text('token_hash').primaryKey(),
  subject: text('subject')
    .notNull()
    .references(() => accounts.subject, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/** One-time links that verify an address. The token is a secret: only its SHA-256 is stored. */
export const addressLinks = pgTable('address_links', {
  tokenHash: text('token_hash').primaryKey(),
  subject: text('subject')
    .notNull()
    .references(() => accounts.subject, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
