import { randomBytes } from 'node:crypto'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Account, claimLoginNames, presentAccount } from '../accounts/account-store.ts'
import { type ChosenPassword, hashAllowedPassword } from '../accounts/allowed-password.ts'
import type { PasswordHasher } from '../accounts/password-hash.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import type { ProfileValues } from '../registration/profile-form.ts'
import { accounts, addressLinks, passwordLinks } from '../schema.ts'

const validMs = 24 * 3600_000
const mailedValidMs = 3600_000

/** One-time links that set a password. Every method throws DatabaseUnavailable. */
export type PasswordLinks = ReturnType<typeof postgresPasswordLinks>

/** One-time links that verify an address. Every method throws DatabaseUnavailable. */
export type AddressLinks = ReturnType<typeof postgresAddressLinks>

export function postgresPasswordLinks(database: Database, hasher: PasswordHasher) {
  /** The link's account; null if the link was used or replaced, has expired, or never existed. */
  const ownerOf = async (token: string): Promise<Account | null> => {
    const [row] = await database.platformTx((db) =>
      db
        .select({ account: accounts })
        .from(passwordLinks)
        .innerJoin(accounts, eq(accounts.subject, passwordLinks.subject))
        .where(isValid(passwordLinks, token)),
    )
    return row ? presentAccount(row.account) : null
  }
  return {
    ownerOf,
    /** A token for a new link, valid for 24 hours. Invalidates the account's earlier links. */
    issue: async (subject: string) => {
      const { token, ...link } = newLink(subject)
      await database.platformTx(async (db) => {
        await db.delete(passwordLinks).where(eq(passwordLinks.subject, subject))
        await db.insert(passwordLinks).values(link)
      })
      return { token, expiresAt: link.expiresAt }
    },
    /**
     * A token for a link that is mailed to this address, valid for one hour. Earlier links stay,
     * so that nobody can end those in another's inbox.
     */
    issueByMail: async (subject: string, email: string) => {
      const { token, ...link } = newLink(subject, mailedValidMs)
      await database.platformTx((db) => db.insert(passwordLinks).values({ ...link, email }))
      return { token }
    },
    /**
     * Sets the password once, and the profile of an account created without one. False if the
     * link is no longer valid. A mailed link also verifies the address that it was mailed to, and
     * every other link of the account ends. Throws PasswordRefused, HashingBusy and AccountExists.
     */
    redeem: async (
      token: string,
      chosen: ChosenPassword,
      profile: ProfileValues | null,
    ): Promise<boolean> => {
      const owner = await ownerOf(token)
      if (!owner) return false
      const { subject, username, email, firstName, lastName } = { ...owner, ...profile }
      const named = { username, email, firstName, lastName }
      const passwordHash = await hashAllowedPassword(hasher, chosen, named)
      return database.platformTx(async (db) => {
        const isOwners = eq(accounts.subject, subject)
        const [present] = await db.select().from(accounts).where(isOwners).for('update')
        const [used] = await db.delete(passwordLinks).where(isValid(passwordLinks, token)).returning()
        if (!used || !present) return false
        await db.delete(passwordLinks).where(eq(passwordLinks.subject, subject))
        if (profile && owner.email === null) await claimLoginNames(db, subject, [profile.email])
        const isProven = used.email !== null && used.email === present.email
        const emailVerified = isProven || present.emailVerified
        // Without a profile what the account says is left alone: it may have changed meanwhile.
        const facts = profile && { email, firstName, lastName }
        const changed = { passwordHash, emailVerified, ...facts }
        await db.update(accounts).set(changed).where(isOwners)
        return true
      })
    },
  }
}

export function postgresAddressLinks(database: Database) {
  return {
    /** A token for a new link, valid for 24 hours. Invalidates the account's earlier links. */
    issue: async ({ subject }: Pick<Account, 'subject'>, email: string): Promise<string> => {
      const { token, ...link } = newLink(subject)
      await database.platformTx(async (db) => {
        await db.delete(addressLinks).where(eq(addressLinks.subject, subject))
        await db.insert(addressLinks).values({ ...link, email })
      })
      return token
    },
    /** The address to verify; null if the link is not valid, or the account's is another by now. */
    addressOf: async (token: string): Promise<string | null> => {
      const [row] = await database.platformTx((db) =>
        db
          .select({ email: addressLinks.email })
          .from(addressLinks)
          .innerJoin(
            accounts,
            and(eq(accounts.subject, addressLinks.subject), eq(accounts.email, addressLinks.email)),
          )
          .where(isValid(addressLinks, token)),
      )
      return row?.email ?? null
    },
    /** Marks the address as verified, once; null as above. */
    redeem: (token: string): Promise<string | null> =>
      database.platformTx(async (db) => {
        const [used] = await db.delete(addressLinks).where(isValid(addressLinks, token)).returning()
        if (!used) return null
        const verified = await db
          .update(accounts)
          .set({ emailVerified: true })
          .where(and(eq(accounts.subject, used.subject), eq(accounts.email, used.email)))
          .returning({ subject: accounts.subject })
        return verified.length > 0 ? used.email : null
      }),
  }
}

function newLink(subject: string, forMs = validMs) {
  const token = randomBytes(32).toString('base64url')
  return { token, subject, tokenHash: secretDigest(token), expiresAt: new Date(Date.now() + forMs) }
}

function isValid(table: typeof passwordLinks | typeof addressLinks, token: string) {
  return and(eq(table.tokenHash, secretDigest(token)), gt(table.expiresAt, sql`now()`))
}
