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

/** A counter and how many failures it allows before it blocks. */
interface AttemptLimit {
  readonly key: string
  readonly allowed: number
}

/** Slows guessing down, by login name and by IP address. Throws DatabaseUnavailable. */
export type LoginThrottle = ReturnType<typeof postgresLoginThrottle>

/** The counter of a login name, known or not. Hashed: people type passwords in the wrong field. */
export function accountKey(loginName: string): string {
  return `account:${secretDigest(normalLoginName(loginName))}`
}

/** The counter of an IP address. */
export function addressCounter(ip: string): string {
  return `address:${addressKey(ip)}`
}

/** None below `allowed` failures, then 30 s, doubling up to 15 minutes. */
export function pauseSeconds(failures: number, allowed: number): number {
  if (failures < allowed) return 0
  return Math.min(firstPauseSeconds * 2 ** (failures - allowed), longestPauseSeconds)
}

/** A throttle shared by all processes on the database. */
export function postgresLoginThrottle(database: Database) {
  return {
    /**
     * Counts the attempt before it is made, so that parallel ones cannot slip through. Returns 0,
     * or the seconds to wait.
     */
    admit: async (limits: readonly AttemptLimit[]): Promise<number> => {
      try {
        await database.platformTx(async (db) => {
          // Always in the same order, so that two attempts cannot deadlock.
          const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
          for (const limit of ordered) await count(db, limit)
        })
        return 0
      } catch (error) {
        if (error instanceof Blocked) return error.seconds
        throw error
      }
    },
    /** Clears the account's failures and takes the attempt back from the IP address. */
    succeeded: ({ account, address }: { readonly account: string; readonly address: string }) =>
      database.platformTx(async (db) => {
        await db.delete(attempts).where(eq(attempts.key, account))
        await db
          .update(attempts)
          .set({ failures: sql`greatest(${attempts.failures} - 1, 0)`, blockedUntil: null })
          .where(eq(attempts.key, address))
      }),
  }
}

class Blocked extends Error {
  override readonly name = 'Blocked'
  readonly seconds: number
  constructor(seconds: number) {
    super('Too many attempts.')
    this.seconds = seconds
  }
}

/** Counts one attempt. Throws for a blocked key, which rolls back what was counted before it. */
async function count(db: TransactionHandle, { key, allowed }: AttemptLimit): Promise<void> {
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
  if (pause === 0) return
  await db
    .update(attempts)
    .set({ blockedUntil: sql`now() + make_interval(secs => ${pause})` })
    .where(eq(attempts.key, key))
}

async function secondsLeft(db: TransactionHandle, key: string): Promise<number> {
  const seconds = sql<number>`ceil(extract(epoch from ${attempts.blockedUntil} - now()))::int`
  const [row] = await db.select({ seconds }).from(attempts).where(eq(attempts.key, key))
  return Math.max(row?.seconds ?? 1, 1)
}
