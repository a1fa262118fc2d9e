import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { identityMigrations } from '../service.ts'
import { loadProviderKeys } from './provider-keys.ts'

let stored: TestDatabase
let database: Database

beforeEach(async () => {
  stored = await createTestDatabase(identityMigrations)
  database = openDatabase({ urls: stored.urls, name: 'test' })
})

afterEach(async () => {
  await database.close()
  await stored.drop()
})

const age = (days: number) =>
  database.platformTx((db) =>
    db.execute(`update provider_keys set created_at = created_at - interval '${days} days'`),
  )

it('processes that start together share one pair of keys', async () => {
  const loaded = await Promise.all([1, 2, 3].map(() => loadProviderKeys(database)))
  for (const keys of loaded) expect(keys).toEqual(loaded[0])
  expect(loaded[0]?.signing).toHaveLength(1)
  expect(loaded[0]?.signing[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
  expect(loaded[0]?.cookie).toHaveLength(1)
})

it('after 90 days new keys sign, the old ones verify for another week and then go', async () => {
  const first = await loadProviderKeys(database)
  await age(91)
  const second = await loadProviderKeys(database)
  expect(second.signing).toHaveLength(2)
  expect(second.signing[1]).toEqual(first.signing[0])
  expect(second.cookie[1]).toBe(first.cookie[0])
  await age(7)
  const third = await loadProviderKeys(database)
  expect(third.signing).toEqual([second.signing[0]])
  expect(third.cookie).toEqual([second.cookie[0]])
})

it('keys that signed for longer than 90 days, since nothing was started, verify for another week too', async () => {
  const first = await loadProviderKeys(database)
  await age(200)
  const second = await loadProviderKeys(database)
  expect(second.signing).toHaveLength(2)
  expect(second.signing[1]).toEqual(first.signing[0])
  expect(second.cookie[1]).toBe(first.cookie[0])
  await age(6)
  expect(await loadProviderKeys(database)).toEqual(second)
})
