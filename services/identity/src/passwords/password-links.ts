import { randomBytes } from 'node:crypto'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { type Account, claimLoginNames, presentAccount } from '../accounts/account-store.ts'
import { hashAllowedPassword } from '../accounts/allowed-password.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import { accounts, passwordLinks } from '../schema.ts'

const validHours = 24

/** What a person adds through the link when the account was made without it (the first operator's). */
export interface MissingFacts {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** One-time links that set a password. Every method throws DatabaseUnavailable. */
export interface PasswordLinks {
  /** A token for a new link, valid 24 hours; the person's older links end. */
  issue(subject: string): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** Whose link this is, or null when it was used, replaced, has expired or never was. */
  ownerOf(token: string): Promise<Account | null>
  /** Sets the password once. False when the link no longer holds. Throws PasswordRefused, HashingBusy and AccountExists. */
  redeem(token: string, password: string, facts: MissingFacts | null): Promise<boolean>
  /** Drops links that have expired. */
  sweep(): Promise<void>
}

/** Links in Postgres. */
export function postgresPasswordLinks(database: Database, hasher: PasswordHasher): PasswordLinks {
  const ownerOf = async (token: string) => {
    const [row] = await database.platformTx((db) =>
      db
        .select({ account: accounts })
        .from(passwordLinks)
        .innerJoin(accounts, eq(accounts.subject, passwordLinks.subject))
        .where(valid(token)),
    )
    return row ? presentAccount(row.account) : null
  }
  return {
    ownerOf,
    issue: async (subject) => {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(Date.now() + validHours * 60 * 60 * 1000)
      await database.platformTx(async (db) => {
        await db.delete(passwordLinks).where(eq(passwordLinks.subject, subject))
        await db.insert(passwordLinks).values({ tokenHash: secretDigest(token), subject, expiresAt })
      })
      return { token, expiresAt }
    },
    redeem: async (token, password, facts) => {
      const owner = await ownerOf(token)
      if (!owner) return false
      const person = { ...owner, ...facts }
      const passwordHash = await hashAllowedPassword(hasher, password, person)
      return database.platformTx(async (db) => {
        const used = await db.delete(passwordLinks).where(valid(token)).returning()
        if (used.length === 0) return false
        if (facts && owner.email === null) await claimLoginNames(db, owner.subject, [facts.email])
        const { email, firstName, lastName } = person
        await db
          .update(accounts)
          .set({ passwordHash, email, firstName, lastName })
          .where(eq(accounts.subject, owner.subject))
        return true
      })
    },
    sweep: () =>
      database.platformTx(async (db) => {
        await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, sql`now()`))
      }),
  }
}

function valid(token: string) {
  return and(eq(passwordLinks.tokenHash, secretDigest(token)), gt(passwordLinks.expiresAt, sql`now()`))
}
