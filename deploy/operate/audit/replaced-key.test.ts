import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { auditKeys, HeadStore } from '@portal/master-admin-service/audit/head-store'
import { writeLongTrail } from '@portal/master-admin-service/audit/long-trail.fixture'
import { signAgain } from '@portal/master-admin-service/audit/sign-again'
import { verifyTrail } from '@portal/master-admin-service/audit/verify-trail'
import { service as masterAdmin } from '@portal/master-admin-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { openTemporaryBlobs, type TemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'

const [former, next] = [randomBytes(32), randomBytes(32)]
let own: TestDatabase
let database: Database
let store: TemporaryBlobs

beforeAll(async () => {
  own = await createTestDatabase(masterAdmin.migrations)
  database = openDatabase({ urls: own.urls, name: 'test' })
  store = await openTemporaryBlobs()
  for (const organizationId of [1, 7])
    await writeLongTrail(database, heads(former), { organizationId, entries: 20 })
})
afterAll(async () => {
  await database.close()
  await own.drop()
  await store.close()
})

function heads(secret: Uint8Array, ...replaced: Uint8Array[]): HeadStore {
  return new HeadStore(store.blobs, auditKeys(secret, ...replaced))
}

async function findings(found: HeadStore): Promise<(string | null)[]> {
  return (await verifyTrail(database, found)).map(({ finding }) => finding)
}

it('the trail counts while its key is replaced, and heads are given out as the new key signs them', async () => {
  const both = heads(next, former)
  expect(await findings(both)).toEqual([null, null])
  expect(await findings(heads(former, next))).toEqual([null, null])
  const { signed = '', isOfFormerKey } = (await both.newest('7')) ?? {}
  expect(isOfFormerKey).toBe(true)
  const [header, payload, signature = ''] = signed.split('.')
  const { kty, crv, x } = both.publicKey
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
  const statement = Buffer.from(`${header}.${payload}`)
  expect(verify(null, statement, key, Buffer.from(signature, 'base64url'))).toBe(true)
})

it('heads are signed again where the chain is intact, and then count without the former key', async () => {
  expect(await findings(heads(next))).toEqual([
    'its signed head is not one of ours',
    'its signed head is not one of ours',
  ])
  const both = heads(next, former)
  const verdicts = (await verifyTrail(database, both)).map((verdict) =>
    verdict.chain === '1' ? { ...verdict, finding: 'altered' } : verdict,
  )
  expect(await signAgain(both, verdicts)).toBe(1)
  expect(await findings(heads(next))).toEqual(['its signed head is not one of ours', null])
  expect(await signAgain(both, await verifyTrail(database, both))).toBe(1)
  expect(await findings(heads(next))).toEqual([null, null])
})
