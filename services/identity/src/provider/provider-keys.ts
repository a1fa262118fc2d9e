import { randomBytes } from 'node:crypto'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, desc, eq, exists, gt, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { providerKeys } from '../schema.ts'

/** Newest first: the first signs, all verify. `signing` are private RS256 JWKs. */
export interface ProviderKeys {
  readonly signing: readonly JWK[]
  readonly cookie: readonly string[]
}

type Key = typeof providerKeys.$inferInsert

const lockKey = 7_201_334_014

/**
 * Keys that survive restarts. A start rotates them when the newest is 90 days old; the old ones
 * verify for another week, longer than any session lives.
 */
export async function loadProviderKeys(database: Database): Promise<ProviderKeys> {
  const known = await database.platformTx((db) => db.select().from(providerKeys))
  const fresh = isStale(known) ? [await newSigningKey(), newCookieKey()] : []
  return database.platformTx(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    // A process may have signed with a key for longer than 90 days: the week begins when it ends.
    const newer = alias(providerKeys, 'newer')
    const isReplaced = and(
      eq(newer.purpose, providerKeys.purpose),
      gt(newer.createdAt, providerKeys.createdAt),
      lt(newer.createdAt, sql`now() - interval '7 days'`),
    )
    const replaced = db.select({ id: newer.id }).from(newer).where(isReplaced)
    await db.delete(providerKeys).where(exists(replaced))
    const present = await db.select().from(providerKeys)
    if (fresh.length > 0 && isStale(present)) await db.insert(providerKeys).values(fresh)
    const keys = await db.select().from(providerKeys).orderBy(desc(providerKeys.createdAt))
    const material = (purpose: Key['purpose']) =>
      keys.filter((key) => key.purpose === purpose).map((key) => key.material)
    return { signing: material('signing').map((text): JWK => JSON.parse(text)), cookie: material('cookie') }
  })
}

function isStale(keys: readonly { readonly createdAt: Date }[]): boolean {
  const ninetyDaysAgo = Date.now() - 90 * 24 * 60 * 60 * 1000
  return !keys.some((key) => key.createdAt.getTime() > ninetyDaysAgo)
}

async function newSigningKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { id: kid, purpose: 'signing', material: JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' }) }
}

function newCookieKey(): Key {
  return {
    id: randomBytes(12).toString('base64url'),
    purpose: 'cookie',
    material: randomBytes(32).toString('base64url'),
  }
}
