import { mailboxOf } from '@portal/contracts/mailbox-of'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { addressKey } from '@portal/service-kit/http/address-key'
import { eq, sql } from 'drizzle-orm'
import { normalLoginName } from '../accounts/account-store.ts'
import { secretDigest } from '../accounts/secret-digest.ts'
import { attempts } from '../schema.ts'

const forgottenAfterMinutes = 15
const firstPauseSeconds = 30
const longestPauseSeconds = 900
const allowed = { browser: 10, pair: 10, address: 50 }
const mailsAllowed = { verification: 5, reset: 3 }
const delayedFrom = 10
const longestDelaySeconds = 4

/** A counter and how many failures it allows before it blocks. */
interface AttemptLimit {
  readonly key: string
  readonly allowed: number
}

/** Slows guessing down. Every method throws DatabaseUnavailable. */
export type LoginThrottle = ReturnType<typeof postgresLoginThrottle>

/**
 * The counter of an account, however it was named; of an unknown name its hash: people type
 * passwords in the wrong field.
 */
export function accountKey(loginName: string, subject: string | null): string {
  return `account:${secretDigest(subject === null ? `name:${normalLoginName(loginName)}` : subject)}`
}

/** The counter of an account at an IP address. */
export function pairCounter(account: string, ip: string): string {
  return `${account}@${addressKey(ip)}`
}

/** The counter of an IP address. */
export function addressCounter(ip: string): string {
  return `address:${addressKey(ip)}`
}

/**
 * How many mails of a kind a mailbox gets before there are pauses, whichever accounts name it: so
 * many for its own address, and as many for all subaddresses, under which strangers may register.
 */
export function mailboxLimit(kind: keyof typeof mailsAllowed, address: string): AttemptLimit {
  const mailbox = mailboxOf(address)
  const names = mailbox === address.trim().toLowerCase() ? 'mailbox' : 'subaddresses'
  return { key: `${kind}:${names}:${secretDigest(mailbox)}`, allowed: mailsAllowed[kind] }
}

/** None below `allowed` failures, then 30 s, doubling up to 15 minutes. */
export function pauseSeconds(failures: number, allowed: number): number {
  if (failures < allowed) return 0
  return Math.min(firstPauseSeconds * 2 ** (failures - allowed), longestPauseSeconds)
}

/** None below ten failures, then 1 s, doubling to four. */
export function delaySeconds(failures: number): number {
  return failures < delayedFrom ? 0 : Math.min(2 ** (failures - delayedFrom), longestDelaySeconds)
}

/** Who attempts a login without a known browser; `subject` is null for an unknown name. */
export interface Stranger {
  readonly name: string
  readonly subject: string | null
  readonly ip: string
}

/** A counted attempt. With a pause it must not be made, with a delay only after it. */
export interface CountedAttempt {
  readonly pauseSeconds: number
  readonly delaySeconds: number
  /** The password was right. */
  succeeded(): Promise<void>
  /** The attempt was given up before its password was checked. */
  takeBack(): Promise<void>
}

/** A throttle shared by all processes on the database. */
export function postgresLoginThrottle(database: Database) {
  /**
   * Counts the attempt before it is made, so that parallel ones cannot slip through. Returns 0,
   * or the seconds to wait.
   */
  const admit = async (limits: readonly AttemptLimit[]): Promise<number> => {
    try {
      await database.platformTx(async (db) => {
        for (const limit of inOrder(limits)) await count(db, limit)
      })
      return 0
    } catch (error) {
      if (error instanceof Blocked) return error.seconds
      throw error
    }
  }
  const forget = async (key: string) => {
    await database.platformTx((db) => db.delete(attempts).where(eq(attempts.key, key)))
  }
  const release = async (limits: readonly AttemptLimit[]) => {
    await database.platformTx(async (db) => {
      for (const limit of inOrder(limits)) await releaseOne(db, limit)
    })
  }
  return {
    admit,
    /** Stopped by its own failures only, whatever strangers do. */
    countKnown: async (browser: string): Promise<CountedAttempt> => {
      const limits = [{ key: browser, allowed: allowed.browser }]
      return {
        pauseSeconds: await admit(limits),
        delaySeconds: 0,
        succeeded: () => forget(browser),
        takeBack: () => release(limits),
      }
    },
    /** Stopped per account and address, and per address; delayed by all failures on the account. */
    countStranger: async ({ name, subject, ip }: Stranger): Promise<CountedAttempt> => {
      const account = { key: accountKey(name, subject), allowed: Number.POSITIVE_INFINITY }
      const pair = { key: pairCounter(account.key, ip), allowed: allowed.pair }
      const address = { key: addressCounter(ip), allowed: allowed.address }
      const pauseSeconds = await admit([pair, address])
      const failures = pauseSeconds > 0 ? 0 : await database.platformTx((db) => count(db, account))
      return {
        pauseSeconds,
        delaySeconds: delaySeconds(failures - 1),
        succeeded: async () => {
          await release([account, address])
          await forget(pair.key)
        },
        takeBack: () => release([account, pair, address]),
      }
    },
  }
}

/** Always the same, so that two attempts cannot deadlock. */
function inOrder(limits: readonly AttemptLimit[]): AttemptLimit[] {
  return limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

class Blocked extends Error {
  override readonly name = 'Blocked'
  readonly seconds: number
  constructor(seconds: number) {
    super('Too many attempts.')
    this.seconds = seconds
  }
}

/**
 * Counts one attempt and returns the failures. Throws for a blocked key, which rolls back what was
 * counted before it.
 */
async function count(db: TransactionHandle, { key, allowed }: AttemptLimit): Promise<number> {
  const [counted] = await db
    .insert(attempts)
    .values({ key, failures: 1 })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        failures: sql`case when ${attempts.lastAt} < now() - make_interval(mins => ${forgottenAfterMinutes})
          then 1 else ${attempts.failures} + 1 end`,
        lastAt: sql`now()`,
      },
      setWhere: sql`${attempts.blockedUntil} is null or ${attempts.blockedUntil} <= now()`,
    })
    .returning({ failures: attempts.failures })
  if (!counted) throw new Blocked(await secondsLeft(db, key))
  const pause = pauseSeconds(counted.failures, allowed)
  if (pause > 0) {
    await db
      .update(attempts)
      .set({ blockedUntil: sql`now() + make_interval(secs => ${pause})` })
      .where(eq(attempts.key, key))
  }
  return counted.failures
}

/** A pause ends only where the attempts that stay counted are fewer than begin one. */
async function releaseOne(db: TransactionHandle, { key, allowed }: AttemptLimit): Promise<void> {
  const left = sql`greatest(${attempts.failures} - 1, 0)`
  const blockedUntil = Number.isFinite(allowed)
    ? sql`case when ${left} >= ${allowed} then ${attempts.blockedUntil} end`
    : null
  await db.update(attempts).set({ failures: left, blockedUntil }).where(eq(attempts.key, key))
}

async function secondsLeft(db: TransactionHandle, key: string): Promise<number> {
  const seconds = sql<number>`ceil(extract(epoch from ${attempts.blockedUntil} - now()))::int`
  const [row] = await db.select({ seconds }).from(attempts).where(eq(attempts.key, key))
  return Math.max(row?.seconds ?? 1, 1)
}
