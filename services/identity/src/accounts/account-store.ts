import type { Database } from '@portal/service-kit/database/open-database'
import { AccountExists, type NewAccount } from '@portal/service-kit/ports/identity-admin'
import { eq, sql } from 'drizzle-orm'
import { accounts, loginNames } from '../schema.ts'
import { hashAllowedPassword } from './allowed-password.ts'
import type { PasswordHasher } from './password-hash.ts'

/** A person who can sign in, without the password. */
export interface Account {
  readonly subject: string
  readonly username: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly hasPassword: boolean
  readonly isDisabled: boolean
}

/** An account to make. Nobody registers with a verified address; who is made by an administrator has one. */
export interface AccountDraft extends Omit<NewAccount, 'email'> {
  readonly email: string | null
  readonly emailVerified: boolean
}

/** Accounts in Postgres. Every method throws DatabaseUnavailable. */
export interface AccountStore {
  /** Throws AccountExists and PasswordRefused. */
  create(draft: AccountDraft): Promise<Account>
  findBySubject(subject: string): Promise<Account | null>
  /** By user name or address, whatever its case. */
  findByLoginName(name: string): Promise<Account | null>
  /** The account when the password is right, else null. Takes as long for an unknown name. Disabled accounts are answered too. */
  authenticate(name: string, password: string): Promise<Account | null>
  /** Throws PasswordRefused; false when there is no such account. */
  setPassword(subject: string, password: string): Promise<boolean>
  /** False when there is no such account. */
  setDisabled(subject: string, isDisabled: boolean): Promise<boolean>
}

/** How a login name is compared: NFKC, trimmed, lower case. */
export function normalLoginName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** Opens the store. */
export function postgresAccountStore(database: Database, hasher: PasswordHasher): AccountStore {
  const byName = (name: string) => findOne(database, name)
  const bySubject = async (subject: string) => {
    const [row] = await database.platformTx((db) =>
      db
        .select()
        .from(accounts)
        .where(eq(accounts.subject, storable(subject))),
    )
    return row
  }
  return {
    create: (draft) => createOnce(database, hasher, draft),
    findBySubject: async (subject) => {
      const [row] = await database.platformTx((db) =>
        db
          .select()
          .from(accounts)
          .where(eq(accounts.subject, storable(subject))),
      )
      return row ? presentAccount(row) : null
    },
    findByLoginName: async (name) => {
      const row = await byName(name)
      return row ? presentAccount(row) : null
    },
    authenticate: async (name, password) => {
      const row = await byName(name)
      const isRight = await hasher.verify(password, row?.passwordHash ?? null)
      return row && isRight ? presentAccount(row) : null
    },
    setPassword: async (subject, password) => {
      const row = await bySubject(subject)
      if (!row) return false
      const passwordHash = await hashAllowedPassword(hasher, password, row)
      await database.platformTx((db) =>
        db.update(accounts).set({ passwordHash }).where(eq(accounts.subject, row.subject)),
      )
      return true
    },
    setDisabled: async (subject, isDisabled) => {
      const changed = await database.platformTx((db) =>
        db
          .update(accounts)
          .set({ disabledAt: isDisabled ? sql`coalesce(${accounts.disabledAt}, now())` : null })
          .where(eq(accounts.subject, storable(subject)))
          .returning({ subject: accounts.subject }),
      )
      return changed.length > 0
    },
  }
}

type Row = typeof accounts.$inferSelect

/** A row as the rest of the provider sees it: without the hash. */
export function presentAccount(row: Row): Account {
  const { subject, username, email, emailVerified, firstName, lastName } = row
  const hasPassword = row.passwordHash !== null
  return {
    subject,
    username,
    email,
    emailVerified,
    firstName,
    lastName,
    hasPassword,
    isDisabled: row.disabledAt !== null,
  }
}

async function findOne(database: Database, name: string): Promise<Row | null> {
  const [row] = await database.platformTx((db) =>
    db
      .select({ account: accounts })
      .from(loginNames)
      .innerJoin(accounts, eq(accounts.subject, loginNames.subject))
      .where(eq(loginNames.name, storable(normalLoginName(name)))),
  )
  return row?.account ?? null
}

/** Creates the account, or finds the one that was created with the same reference. */
async function createOnce(database: Database, hasher: PasswordHasher, draft: AccountDraft): Promise<Account> {
  try {
    return await create(database, hasher, draft)
  } catch (error) {
    if (!(error instanceof AccountExists) || draft.reference === undefined) throw error
    const row = await findOne(database, draft.username)
    if (row?.reference !== draft.reference) throw error
    return presentAccount(row)
  }
}

async function create(database: Database, hasher: PasswordHasher, draft: AccountDraft): Promise<Account> {
  const { password, username, email, emailVerified, firstName, lastName, reference = null } = draft
  const passwordHash = password === undefined ? null : await hashAllowedPassword(hasher, password, draft)
  const person = { firstName: firstName ?? null, lastName: lastName ?? null }
  return database.platformTx(async (db) => {
    const [row] = await db
      .insert(accounts)
      .values({ username, email, emailVerified, passwordHash, reference, ...person })
      .returning()
    if (!row) throw new Error('The account was not stored.')
    await claimLoginNames(db, row.subject, [username, ...(email === null ? [] : [email])])
    return presentAccount(row)
  })
}

type Transaction = Parameters<Parameters<Database['platformTx']>[0]>[0]

/** Takes login names for an account. Throws AccountExists, which undoes the transaction. */
export async function claimLoginNames(
  db: Transaction,
  subject: string,
  names: readonly string[],
): Promise<void> {
  const wanted = [...new Set(names.map(normalLoginName))]
  const taken = await db
    .insert(loginNames)
    .values(wanted.map((name) => ({ name, subject })))
    .onConflictDoNothing()
    .returning({ name: loginNames.name })
  if (taken.length < wanted.length) throw new AccountExists('The user name or address is taken.')
}

/** Postgres text cannot hold U+0000, so nobody has such a name: it must miss, not fail. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}
