import { createHmac } from 'node:crypto'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Database } from '@portal/service-kit/database/open-database'
import { eq, lt, sql } from 'drizzle-orm'
import type { GatewayConfig, RateLimit } from '../config.ts'
import { rateBuckets } from '../schema.ts'

/** A key unused for this long is forgotten. */
const keptMs = 3600_000

interface SharedLimit {
  readonly database: Database
  readonly secret: Uint8Array
  /** The acts that are limited. */
  readonly name: string
  readonly limit: RateLimit
}

/**
 * A token bucket per key in the database, so that several replicas together allow no more tries of
 * codes, or new credentials, than one does. Only keyed hashes of people and addresses are kept.
 */
export class SharedRateLimiter {
  readonly #options: SharedLimit

  constructor(options: SharedLimit) {
    this.#options = options
  }

  /** Takes one token. Rejects with `rate_limited` and the seconds to wait if there is none. */
  async take(key: string): Promise<void> {
    const { database, limit } = this.#options
    const { perMinute, burst } = limit
    const hashed = this.#hash(key)
    const sinceMinutes = sql`extract(epoch from now() - ${rateBuckets.at}) / 60`
    const filled = sql<number>`least(${burst}::float8, ${rateBuckets.tokens} + ${sinceMinutes} * ${perMinute}::float8)`
    const missing = await database.platformTx(async (db) => {
      const taken = await db
        .insert(rateBuckets)
        .values({ key: hashed, tokens: burst - 1, at: sql`now()` })
        .onConflictDoUpdate({
          target: rateBuckets.key,
          set: { tokens: sql`${filled} - 1`, at: sql`now()` },
          setWhere: sql`${filled} >= 1`,
        })
        .returning({ key: rateBuckets.key })
      if (taken.length > 0) return 0
      const [left] = await db.select({ filled }).from(rateBuckets).where(eq(rateBuckets.key, hashed))
      return 1 - (left?.filled ?? 0)
    })
    if (missing <= 0) return
    throw new CodedError('rate_limited', 'Too many requests. Please wait a moment and try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil((missing * 60) / perMinute)),
    })
  }

  #hash(key: string): string {
    const { secret, name } = this.#options
    return createHmac('sha256', secret).update(`rate ${name}\n${key}`).digest('base64url')
  }
}

/** Limits of tries, counted by all replicas together. */
export type SharedLimits = ReturnType<typeof sharedLimits>

export function sharedLimits({ rateLimits, secrets }: GatewayConfig, database: Database) {
  const shared = (name: keyof GatewayConfig['rateLimits']) =>
    new SharedRateLimiter({ database, secret: secrets[0], name, limit: rateLimits[name] })
  return {
    'join-code': shared('join-code'),
    token: shared('token'),
    'own-data': shared('own-data'),
    'remote-report': shared('remote-report'),
  }
}

/** Hourly: deletes keys that have not been used for long. */
export async function forgetOldBuckets(database: Database): Promise<void> {
  const oldest = new Date(Date.now() - keptMs)
  await database.platformTx((db) => db.delete(rateBuckets).where(lt(rateBuckets.at, oldest)))
}
