import { randomBytes } from 'node:crypto'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Account, presentAccount } from '../accounts/account-store.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import { accounts, addressLinks } from '../schema.ts'

const validHours = 24

/** One-time links that verify an address. Every method throws DatabaseUnavailable. */
export interface AddressLinks {
  /** A token for a new link, valid for 24 hours. Invalidates the account's earlier links. */
  issue(account: Pick<Account, 'subject'> & { readonly email: string }): Promise<string>
  /**
   * The link's account, or null if the link was used or replaced, has expired, or never existed.
   */
  ownerOf(token: string): Promise<Account | null>
  /**
   * Marks the address as verified, once. False if the link is no longer valid or the account has
   * another address by now.
   */
  redeem(token: string): Promise<boolean>
}

export function postgresAddressLinks(database: Database): AddressLinks {
  return {
    issue: async ({ subject, email }) => {
      const token = randomBytes(32).toString('base64url')
      const expiresAt = sql`now() + make_interval(hours => ${validHours})`
      await database.platformTx(async (db) => {
        await db.delete(addressLinks).where(eq(addressLinks.subject, subject))
        await db.insert(addressLinks).values({ tokenHash: secretDigest(token), subject, email, expiresAt })
      })
      return token
    },
    ownerOf: async (token) => {
      const [row] = await database.platformTx((db) =>
        db
          .select({ account: accounts })
          .from(addressLinks)
          .innerJoin(
            accounts,
            and(eq(accounts.subject, addressLinks.subject), eq(accounts.email, addressLinks.email)),
          )
          .where(valid(token)),
      )
      return row ? presentAccount(row.account) : null
    },
    redeem: (token) =>
      database.platformTx(async (db) => {
        const [used] = await db.delete(addressLinks).where(valid(token)).returning()
        if (!used) return false
        const verified = await db
          .update(accounts)
          .set({ emailVerified: true })
          .where(and(eq(accounts.subject, used.subject), eq(accounts.email, used.email)))
          .returning({ subject: accounts.subject })
        return verified.length > 0
      }),
  }
}

function valid(token: string) {
  return and(eq(addressLinks.tokenHash, secretDigest(token)), gt(addressLinks.expiresAt, sql`now()`))
}
