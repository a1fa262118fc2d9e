import { and, eq, lt, sql } from 'drizzle-orm'
import { CodedError } from '../coded-error.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database } from '../database/open-database.ts'
import { backoff, every, sleep } from '../sleep.ts'
import { idempotencyKeys } from '../tables.ts'

/** A person's POST under an idempotency key, with a fingerprint of its content. */
export interface KeyedRequest {
  readonly personId: string
  /** A response is replayed in it, or in the one that the request founded or joined. */
  readonly organizationId: number | null
  readonly key: string
  readonly route: string
  readonly bodySha256: string
}

const waitMs = 7000
/** Between two looks at a request that is worked on; each is a transaction, and many may wait. */
const pauses = { firstMs: 50, maxMs: 800 }
/** An attempt renews its claim; without that it counts as dead, and can no longer commit. */
const claimMs = { renewed: 3000, valid: 10_000 }
const keptMs = 24 * 3600 * 1000

/** The SQLSTATE that `store_response` raises (drizzle/0008_quota-usage.sql). */
const takenOverState = 'PO409'

const unfinished = (id: string) => and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.state, 'in_progress'))

type Work<T> = (db: TransactionHandle) => Promise<T>

/** One run of a keyed request. Its response commits together with its effect. */
export class Attempt {
  readonly #id: string
  #pending: { readonly body: string | null } | null = null
  #stored: { readonly body: string | null } | null = null
  #entered: number | null = null

  constructor(id: string) {
    this.#id = id
  }

  respond(db: TransactionHandle, body: string | null): void {
    db.callWithCommit('store_response', [this.#id, body, this.#entered])
    this.#pending = { body }
  }

  /** Here too the request may be repeated, if the person had no organization. */
  enters(organizationId: number): void {
    this.#entered = organizationId
  }

  /**
   * Runs a transaction of the request, which has emitted `wrote` so far. Rolls back if it has
   * events but no response, because a retry would act again.
   */
  async transact<T>(
    transaction: (run: Work<T>) => Promise<T>,
    { work, wrote }: { readonly work: Work<T>; readonly wrote: readonly string[] },
  ): Promise<T> {
    this.#pending = null
    const result = await transaction(async (db) => {
      const before = wrote.length
      const done = await work(db)
      if (wrote.length > before && !this.#pending)
        throw new Error('A POST commits its events together with its response: see Context.respond.')
      return done
    })
    this.#stored = this.#pending ?? this.#stored
    return result
  }

  /** Stores the final response, unless one is committed already. */
  async finish(database: Database, body: string | null): Promise<void> {
    if (this.#stored?.body === body) return
    await database.platformTx(async (db) => this.respond(db, body))
  }

  /** Says that the request is still worked on. */
  async renew(database: Database): Promise<void> {
    const renewed = { createdAt: sql`now()` }
    await database.platformTx((db) => db.update(idempotencyKeys).set(renewed).where(unfinished(this.#id)))
  }

  /** Frees the key after a failure, unless the effect was committed. */
  async release(database: Database): Promise<void> {
    await database.platformTx((db) => db.delete(idempotencyKeys).where(unfinished(this.#id)))
  }
}

/**
 * Runs a POST once per key (draft-ietf-httpapi-idempotency-key-header): a repetition gets the
 * stored response, 422 if its content differs. During the first attempt it waits for the response,
 * at the deadline it gets 409. Errors are not stored: a failed request may be sent again.
 */
export async function once(
  database: Database,
  request: KeyedRequest,
  run: (attempt: Attempt) => Promise<string | null>,
): Promise<string | null> {
  const deadline = Date.now() + waitMs
  for (let looks = 1; ; looks += 1) {
    const claimed = await claim(database, request)
    if (claimed instanceof Attempt) return await runAttempt(database, claimed, run)
    if (claimed?.isDone) return claimed.body
    if (Date.now() > deadline) throw stillRunning()
    await sleep(backoff(looks, pauses))
  }
}

type Earlier = { readonly isDone: boolean; readonly body: string | null }

/** Takes the key, or returns the state of the earlier attempt. */
async function claim(database: Database, request: KeyedRequest): Promise<Attempt | Earlier | null> {
  const { personId, key, organizationId } = request
  const claiming = async (db: TransactionHandle): Promise<Attempt | Earlier | null> => {
    const [mine] = await db
      .insert(idempotencyKeys)
      .values({ ...request, state: 'in_progress' })
      .onConflictDoUpdate({
        target: [idempotencyKeys.personId, idempotencyKeys.key],
        set: {
          id: sql`excluded.id`,
          organizationId: sql`excluded.organization_id`,
          enteredOrganizationId: null,
          route: sql`excluded.route`,
          bodySha256: sql`excluded.body_sha256`,
          state: sql`excluded.state`,
          body: null,
          createdAt: sql`now()`,
        },
        setWhere: sql`
          ${idempotencyKeys.state} = 'in_progress' and ${idempotencyKeys.createdAt} < ${ago(claimMs.valid)}
          or ${idempotencyKeys.organizationId} is not null
            and ${idempotencyKeys.organizationId} is distinct from excluded.organization_id
          or ${idempotencyKeys.organizationId} is null and ${idempotencyKeys.state} = 'done'
            and excluded.organization_id is not null
            and excluded.organization_id is distinct from ${idempotencyKeys.enteredOrganizationId}`,
      })
      .returning({ id: idempotencyKeys.id })
    if (mine) return new Attempt(mine.id)
    const [earlier] = await db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.personId, personId), eq(idempotencyKeys.key, key)))
    if (!earlier) return null
    if (earlier.bodySha256 !== request.bodySha256 || earlier.route !== request.route)
      throw new CodedError('idempotency_mismatch', 'This idempotency key was used for another request.')
    return { isDone: earlier.state === 'done', body: earlier.body }
  }
  return database.platformTx(claiming, { about: organizationId })
}

async function runAttempt(
  database: Database,
  attempt: Attempt,
  run: (attempt: Attempt) => Promise<string | null>,
): Promise<string | null> {
  const later = () => 'the next time is soon enough'
  const renewing = every(claimMs.renewed, () => attempt.renew(database), later)
  try {
    const body = await run(attempt)
    await attempt.finish(database, body)
    return body
  } catch (error) {
    // A key that cannot be freed now counts as abandoned soon.
    await attempt.release(database).catch(() => undefined)
    const isTakenOver = error instanceof Error && 'code' in error && error.code === takenOverState
    throw isTakenOver ? stillRunning() : error
  } finally {
    void renewing.stop()
  }
}

function stillRunning(): CodedError {
  return new CodedError('conflict', 'The same request is still being worked on.', { retryAfterSeconds: 2 })
}

/** Deletes responses older than a day; called by the service's housekeeping. */
export async function forgetOldResponses({ platformTx }: Pick<Database, 'platformTx'>): Promise<void> {
  const where = lt(idempotencyKeys.createdAt, ago(keptMs))
  await deleteInBatches(platformTx, { from: idempotencyKeys, where })
}

function ago(ms: number) {
  return sql`now() - ${`${ms} milliseconds`}::interval`
}
