import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { desc, eq, sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { signingKeys } from '../schema.ts'
import type { Seal } from './seal.ts'

/** What a key signs. A passport is never accepted as an auth token, nor the other way round. */
type KeyPurpose = 'passport' | 'auth-token'

/** The current signing key, and the public keys of everything still valid (RFC 7517). */
export interface SigningKeys {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKeys: { readonly keys: JWK[] }
}

const rotateAfterMs = 90 * 24 * 3600_000
const lockKey = 7_201_334_010

/** Loads a purpose's keys, rotated after 90 days. Replicas that start together agree on one. */
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
    if (newest && Date.now() - newest.createdAt.getTime() < rotateAfterMs) return stored
    await db.insert(signingKeys).values({ ...fresh, purpose, createdAt: new Date() })
    return storedKeys(db, purpose)
  })
  const [current] = rows
  const opened = current && seal.open(current.sealedPrivateKey)
  if (!current || !opened) {
    throw new Error(
      'GATEWAY_SECRET does not open the stored signing keys: it is not the one they were made with.',
    )
  }
  return {
    id: current.id,
    privateKey: createPrivateKey({ key: JSON.parse(opened), format: 'jwk' }),
    publicKeys: { keys: rows.slice(0, 2).map((row) => row.publicKey) },
  }
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
