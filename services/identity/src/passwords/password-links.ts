import { randomBytes } from 'node:crypto'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Account, claimLoginNames, presentAccount } from '../accounts/account-store.ts'
import { hashAllowedPassword } from '../accounts/allowed-password.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import type { ProfileValues } from '../registration/profile-form.ts'
import { accounts, passwordLinks } from '../schema.ts'

const validHours = 24

/** One-time links that set a password. Every method throws DatabaseUnavailable. */
export interface PasswordLinks {
  /** A token for a new link, valid for 24 hours. Invalidates the account's earlier links. */
  issue(subject: string): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** The link's account; null if the link was used or replaced, has expired, or never existed. */
  ownerOf(token: string): Promise<Account | null>
  /**
   * Sets the password once, and the profile of an account created without one. False if the
   * link is no longer valid. Throws PasswordRefused, HashingBusy and AccountExists.
   */
  redeem(token: string, password: string, profile: ProfileValues | null): Promise<boolean>
}

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
    redeem: async (token, password, profile) => {
      const owner = await ownerOf(token)
      if (!owner) return false
      const { subject, username, email, firstName, lastName } = { ...owner, ...profile }
      const named = { username, email, firstName, lastName }
      const passwordHash = await hashAllowedPassword(hasher, password, named)
      return database.platformTx(async (db) => {
        const used = await db.delete(passwordLinks).where(valid(token)).returning()
        if (used.length === 0) return false
        if (profile && owner.email === null) await claimLoginNames(db, subject, [profile.email])
        await db
          .update(accounts)
          .set({ passwordHash, email, firstName, lastName })
          .where(eq(accounts.subject, subject))
        return true
      })
    },
  }
}

function valid(token: string) {
  return and(eq(passwordLinks.tokenHash, secretDigest(token)), gt(passwordLinks.expiresAt, sql`now()`))
}
