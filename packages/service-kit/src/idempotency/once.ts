import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import { CodedError } from '../coded-error.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { idempotencyKeys } from './table.ts'

/** One act of a person: the key that their client chose and a fingerprint of what they asked for. */
export interface Act {
  readonly personId: string
  /** The organization in which they ask; the answer is kept as a thing of it. */
  readonly organizationId: number | null
  readonly key: string
  readonly route: string
  readonly bodySha256: string
}

const keyMax = 200
const waitMs = 7000
/** A first try older than this died with its process; its key is free again. */
const abandonedMs = 60_000
const keptMs = 24 * 3600 * 1000

/**
 * Runs a POST once per key (draft-ietf-httpapi-idempotency-key-header): the same key and content get the stored answer, other content 422;
 * while the first is running the second waits for its answer, 409 only at the deadline. A failed act frees its key.
 */
export async function once(
  database: Database,
  act: Act,
  run: () => Promise<string | null>,
): Promise<string | null> {
  if (act.key.length > keyMax) throw new CodedError('invalid_request', 'The idempotency key is too long.')
  const deadline = Date.now() + waitMs
  for (;;) {
    const state = await claim(database, act)
    if (state === 'mine') return await runAndStore(database, act, run)
    if (state.isDone) return state.body
    if (Date.now() > deadline)
      throw new CodedError('conflict', 'The same request is still being worked on.', { retryAfterSeconds: 2 })
    await delay(50)
  }
}

type Claim = 'mine' | { readonly isDone: boolean; readonly body: string | null }

async function claim(database: Database, act: Act): Promise<Claim> {
  const claiming = async (db: TransactionHandle): Promise<Claim> => {
    const mine = and(eq(idempotencyKeys.personId, act.personId), eq(idempotencyKeys.key, act.key))
    await db
      .delete(idempotencyKeys)
      .where(
        and(mine, eq(idempotencyKeys.state, 'in_progress'), lt(idempotencyKeys.createdAt, ago(abandonedMs))),
      )
    const inserted = await db
      .insert(idempotencyKeys)
      .values({ ...act, state: 'in_progress' })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    if (inserted.length > 0) return 'mine'
    const [row] = await db.select().from(idempotencyKeys).where(mine)
    if (!row) return { isDone: false, body: null }
    if (row.bodySha256 !== act.bodySha256 || row.route !== act.route) {
      throw new CodedError('idempotency_mismatch', 'This idempotency key was used for another request.')
    }
    return { isDone: row.state === 'done', body: row.body }
  }
  return database.platformTx(claiming, { about: act.organizationId })
}

async function runAndStore(
  database: Database,
  act: Act,
  run: () => Promise<string | null>,
): Promise<string | null> {
  const mine = and(eq(idempotencyKeys.personId, act.personId), eq(idempotencyKeys.key, act.key))
  try {
    const body = await run()
    await database.platformTx((db) => db.update(idempotencyKeys).set({ state: 'done', body }).where(mine))
    return body
  } catch (error) {
    await database.platformTx((db) => db.delete(idempotencyKeys).where(mine))
    throw error
  }
}

/** Forgets answers older than a day; called by the service's housekeeping. */
export async function forgetOldActs(database: Database): Promise<void> {
  await database.platformTx((db) =>
    db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(keptMs))),
  )
}

function ago(ms: number) {
  return sql`now() - ${`${ms} milliseconds`}::interval`
}
