import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { desc, eq, sql } from 'drizzle-orm'
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose'
import { ExpiringCache } from '../expiring-cache.ts'
import { signingKeys } from '../schema.ts'
import type { Seal } from './seal.ts'

/** What a key signs. A passport is never accepted as an auth token, nor the other way round. */
type KeyPurpose = 'passport' | 'auth-token'

/** The keys of one purpose, which all replicas share. */
export interface SigningKeys {
  /** Of the key that signs now. */
  readonly id: string
  readonly privateKey: KeyObject
  /** The public keys of everything still valid (RFC 7517), those of other replicas included. */
  published(): Promise<{ readonly keys: JWK[] }>
  /** Finds the public key of a signature, also of a key that another replica has added. */
  readonly find: JWTVerifyGetKey
}

const rotateAfterMs = 90 * 24 * 3600_000
/** How long a new key is published before it signs: others cache what is published. */
const settleMs = 60_000
/**
 * A former key is published for so long after its successor was made: each gateway looks hourly for
 * new keys, and what a key signs is valid for an hour at most.
 */
const retiredAfterMs = 3 * 3600_000
const lockKey = 7_201_334_010

type StoredKey = typeof signingKeys.$inferSelect

/**
 * Loads a purpose's keys, rotated after 90 days, and when the secret that they are sealed with is
 * replaced: a thief of that secret may know them. Replicas that start together agree on one.
 */
export async function loadSigningKeys(
  database: Database,
  seal: Seal,
  purpose: KeyPurpose,
): Promise<SigningKeys> {
  const fresh = await newKey(seal)
  const rows = await database.platformTx(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    const stored = await storedKeys(db, purpose)
    const [newest] = stored
    if (newest && isYoung(newest) && !isReplaced(newest.sealedPrivateKey, seal)) return stored
    await db.insert(signingKeys).values({ ...fresh, purpose, createdAt: new Date() })
    return storedKeys(db, purpose)
  })
  const keys = new SharedKeys(rows, seal, () => database.platformTx((db) => storedKeys(db, purpose)))
  keys.assertOpen()
  return keys
}

class SharedKeys implements SigningKeys {
  readonly #seal: Seal
  readonly #load: () => Promise<StoredKey[]>
  readonly #known = new ExpiringCache<StoredKey[]>({ maxAgeMs: 1000, entriesMax: 1 })
  readonly #opened = new Map<string, KeyObject>()
  #rows: readonly StoredKey[]
  #local: ReturnType<typeof createLocalJWKSet>

  constructor(rows: readonly StoredKey[], seal: Seal, load: () => Promise<StoredKey[]>) {
    this.#rows = rows
    this.#seal = seal
    this.#load = load
    this.#local = createLocalJWKSet(this.#published())
  }

  get id(): string {
    return this.#current().id
  }

  get privateKey(): KeyObject {
    const { id, sealedPrivateKey } = this.#current()
    const known = this.#opened.get(id)
    if (known) return known
    const opened = this.#seal.open(sealedPrivateKey)
    if (opened === null) {
      throw new Error(
        'GATEWAY_SECRET does not open the stored signing keys: it is not the one they were made with.',
      )
    }
    const key = createPrivateKey({ key: JSON.parse(opened), format: 'jwk' })
    this.#opened.set(id, key)
    return key
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await this.#local(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.published()
      return this.#local(header, token)
    }
  }

  async published(): Promise<{ readonly keys: JWK[] }> {
    this.#rows = await this.#known.read('keys', this.#load)
    this.#local = createLocalJWKSet(this.#published())
    return this.#published()
  }

  /** Throws a sentence if the keys are another secret's. */
  assertOpen(): void {
    void this.privateKey
  }

  #current(): StoredKey {
    const settledBefore = Date.now() - settleMs
    const settled = this.#rows.find(({ createdAt }) => createdAt.getTime() < settledBefore)
    const current = settled ?? this.#rows.at(-1)
    if (!current) throw new Error('There is no signing key.')
    return current
  }

  #published(): { readonly keys: JWK[] } {
    const valid = this.#rows.filter((_, at) => {
      const next = this.#rows[at - 1]
      return next === undefined || Date.now() - next.createdAt.getTime() < retiredAfterMs
    })
    return { keys: valid.map((row) => row.publicKey) }
  }
}

function isYoung({ createdAt }: StoredKey): boolean {
  return Date.now() - createdAt.getTime() < rotateAfterMs
}

/** Sealed with a secret that opens, but no longer seals. */
function isReplaced(sealed: string, seal: Seal): boolean {
  return !seal.isCurrent(sealed) && seal.open(sealed) !== null
}

function storedKeys(db: TransactionHandle, purpose: KeyPurpose) {
  return db
    .select()
    .from(signingKeys)
    .where(eq(signingKeys.purpose, purpose))
    .orderBy(desc(signingKeys.createdAt))
}

async function newKey(seal: Seal) {
  const id = randomUUID()
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const publicKey: JWK = { ...(await exportJWK(pair.publicKey)), kid: id, alg: 'RS256', use: 'sig' }
  return { id, publicKey, sealedPrivateKey: seal.seal(JSON.stringify(await exportJWK(pair.privateKey))) }
}
