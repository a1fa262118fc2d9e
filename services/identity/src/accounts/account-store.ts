import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { AccountExists, type NewAccount, UnknownAccount } from '@portal/service-kit/ports/identity-admin'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { accounts, loginNames, passwordLinks } from '../schema.ts'
import { type ChosenPassword, hashAllowedPassword } from './allowed-password.ts'
import type { HashingTurn, PasswordHasher } from './password-hash.ts'

/** An account without its password hash. */
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

/** What a login name leads to, known or not, and the check of its password. */
export interface Challenge {
  readonly account: Account | null
  readonly isRight: (password: string, turn: HashingTurn) => Promise<boolean>
}

/** Registration leaves the address unverified; an administrator vouches for it. */
export interface AccountDraft extends Omit<NewAccount, 'email'>, Pick<ChosenPassword, 'signal'> {
  readonly email: string | null
  readonly emailVerified: boolean
}

/** Accounts in Postgres. Every method throws DatabaseUnavailable. */
export type AccountStore = ReturnType<typeof postgresAccountStore>

/** The form in which login names are compared: NFKC, trimmed, lower case. */
export function normalLoginName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

export function postgresAccountStore(database: Database, hasher: PasswordHasher) {
  const withSubject = (subject: string) => eq(accounts.subject, storable(subject))
  const findBySubject = async (subject: string): Promise<Account | null> => {
    const [row] = await database.platformTx((db) => db.select().from(accounts).where(withSubject(subject)))
    return row ? presentAccount(row) : null
  }
  return {
    findBySubject,
    /** Throws AccountExists and PasswordRefused. */
    create: (draft: AccountDraft) => createOnce(database, hasher, draft),
    /** By user name or address, in any case. */
    findByLoginName: async (name: string): Promise<Account | null> => {
      const row = await findOne(database, name)
      return row ? presentAccount(row) : null
    },
    /** The name's account, disabled or not, and a check that is as slow for an unknown name. */
    challenge: async (name: string): Promise<Challenge> => {
      const row = await findOne(database, name)
      return {
        account: row && presentAccount(row),
        isRight: async (password, turn) => {
          if (!(await hasher.verify(password, row?.passwordHash ?? null, turn))) return false
          // It waited for its turn, and may have been replaced meanwhile.
          return (await findOne(database, name))?.passwordHash === row?.passwordHash
        },
      }
    },
    /** Ends the links that would set another. Throws UnknownAccount and PasswordRefused. */
    setPassword: async (subject: string, chosen: ChosenPassword) => {
      const account = knownAccount(await findBySubject(subject))
      const passwordHash = await hashAllowedPassword(hasher, chosen, account)
      await database.platformTx(async (db) => {
        // Locked as by a link that is redeemed: one that waits for this finds itself gone.
        await db.select().from(accounts).where(withSubject(subject)).for('update')
        await db.update(accounts).set({ passwordHash }).where(withSubject(subject))
        await db.delete(passwordLinks).where(eq(passwordLinks.subject, account.subject))
      })
    },
    /** Throws UnknownAccount. */
    setName: async (subject: string, names: { firstName: string; lastName: string }): Promise<Account> => {
      const [row] = await database.platformTx((db) =>
        db.update(accounts).set(names).where(withSubject(subject)).returning(),
      )
      return presentAccount(knownAccount(row))
    },
    /** False if the address is another's or another by now. Throws UnknownAccount. */
    verifyAddress: async (subject: string, email: string): Promise<boolean> => {
      knownAccount(await findBySubject(subject))
      const isSame = eq(sql`lower(${accounts.email})`, email.toLowerCase())
      const verified = await database.platformTx((db) =>
        db
          .update(accounts)
          .set({ emailVerified: true })
          .where(and(withSubject(subject), isSame))
          .returning({ subject: accounts.subject }),
      )
      return verified.length > 0
    },
    /** Deletes the account with its names and links. */
    remove: async (subject: string) => {
      await database.platformTx((db) => db.delete(accounts).where(withSubject(subject)))
    },
    /** Throws UnknownAccount. */
    setDisabled: async (subject: string, isDisabled: boolean) => {
      const disabledAt = isDisabled ? sql`coalesce(${accounts.disabledAt}, now())` : null
      const [changed] = await database.platformTx((db) =>
        db.update(accounts).set({ disabledAt }).where(withSubject(subject)).returning(),
      )
      knownAccount(changed)
    },
  }
}

/** Throws UnknownAccount instead of null. */
export function knownAccount<T>(found: T | null | undefined): T {
  if (found == null) throw new UnknownAccount('There is no such account.')
  return found
}

type Row = typeof accounts.$inferSelect

/** A row without its password hash. */
export function presentAccount({ passwordHash, disabledAt, ...row }: Row): Account {
  const { subject, username, email, emailVerified, firstName, lastName } = row
  const known = { subject, username, email, emailVerified, firstName, lastName }
  return { ...known, hasPassword: passwordHash !== null, isDisabled: disabledAt !== null }
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

/** Creates the account, or returns the one that was created with the same reference. */
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
  const { password, signal, username, email, emailVerified, firstName, lastName, reference = null } = draft
  const wanted = [username, ...(email === null ? [] : [email])]
  await refuseTaken(database, wanted)
  const passwordHash =
    password === undefined ? null : await hashAllowedPassword(hasher, { password, signal }, draft)
  const names = { firstName: firstName ?? null, lastName: lastName ?? null }
  return database.platformTx(async (db) => {
    const [row] = await db
      .insert(accounts)
      .values({ username, email, emailVerified, passwordHash, reference, ...names })
      .returning()
    if (!row) throw new Error('The account was not stored.')
    await claimLoginNames(db, row.subject, wanted)
    return presentAccount(row)
  })
}

/** Before the password takes its turn to be hashed; claiming them decides. Throws AccountExists. */
async function refuseTaken(database: Database, names: readonly string[]): Promise<void> {
  const { name } = loginNames
  const wanted = names.map((one) => storable(normalLoginName(one)))
  const taken = await database.platformTx((db) =>
    db.select({ name }).from(loginNames).where(inArray(name, wanted)),
  )
  if (taken.length > 0) throw nameTaken()
}

/** Takes login names for an account. Throws AccountExists, which rolls the transaction back. */
export async function claimLoginNames(
  db: TransactionHandle,
  subject: string,
  names: readonly string[],
): Promise<void> {
  const wanted = [...new Set(names.map(normalLoginName))]
  const taken = await db
    .insert(loginNames)
    .values(wanted.map((name) => ({ name, subject })))
    .onConflictDoNothing()
    .returning({ name: loginNames.name })
  if (taken.length < wanted.length) throw nameTaken()
}

function nameTaken(): AccountExists {
  return new AccountExists('The user name or address is taken.')
}

/** Postgres text cannot hold U+0000: such a name has to be unknown, not an error. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}
