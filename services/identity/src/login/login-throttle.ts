import type { Database } from '@portal/service-kit/database/open-database'
import { eq, lt, sql } from 'drizzle-orm'
import { attempts } from '../schema.ts'

const forgottenAfterMinutes = 15
const firstPauseSeconds = 30
const longestPauseSeconds = 900

/** A counter and how many failures it allows before it blocks. */
export interface AttemptLimit {
  readonly key: string
  readonly allowed: number
}

/** Slows guessing down: by account, whether it exists or not, and by address. Throws DatabaseUnavailable. */
export interface LoginThrottle {
  /** Counts the attempt before it is made, so that parallel ones cannot slip through. Answers 0, or the seconds to wait. */
  admit(limits: readonly AttemptLimit[]): Promise<number>
  /** The attempt succeeded: forgets the account's failures and takes this attempt back from the address. */
  succeeded(keys: { readonly account: string; readonly address: string }): Promise<void>
  /** Drops counters that no longer matter. */
  sweep(): Promise<void>
}

/** The pause after so many failures: none below `allowed`, then 30 s, twice as long each time, 15 minutes at most. */
export function pauseSeconds(failures: number, allowed: number): number {
  if (failures < allowed) return 0
  return Math.min(firstPauseSeconds * 2 ** (failures - allowed), longestPauseSeconds)
}

/** A throttle that all provider processes share. */
export function postgresLoginThrottle(database: Database): LoginThrottle {
  return {
    admit: async (limits) => {
      try {
        await database.platformTx(async (db) => {
          // In one order everywhere, so that two attempts never wait for each other's rows.
          const ordered = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))
          for (const limit of ordered) await count(db, limit)
        })
        return 0
      } catch (error) {
        if (error instanceof Blocked) return error.seconds
        throw error
      }
    },
    succeeded: ({ account, address }) =>
      database.platformTx(async (db) => {
        await db.delete(attempts).where(eq(attempts.key, account))
        await db
          .update(attempts)
          .set({ failures: sql`greatest(${attempts.failures} - 1, 0)`, blockedUntil: null })
          .where(eq(attempts.key, address))
      }),
    sweep: () =>
      database.platformTx(async (db) => {
        await db.delete(attempts).where(lt(attempts.lastAt, sql`now() - interval '1 day'`))
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

type Transaction = Parameters<Parameters<Database['platformTx']>[0]>[0]

/** One more attempt for this key. A blocked row matches no update, so nothing comes back; throwing undoes what was counted before it. */
async function count(db: Transaction, { key, allowed }: AttemptLimit): Promise<void> {
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

async function secondsLeft(db: Transaction, key: string): Promise<number> {
  const seconds = sql<number>`ceil(extract(epoch from ${attempts.blockedUntil} - now()))::int`
  const [row] = await db.select({ seconds }).from(attempts).where(eq(attempts.key, key))
  return Math.max(row?.seconds ?? 1, 1)
}
