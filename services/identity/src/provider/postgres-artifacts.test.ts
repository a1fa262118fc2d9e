import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase, type TestDatabase } from '@portal/testkit/test-database'
import { eq } from 'drizzle-orm'
import { errors } from 'oidc-provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { artifacts } from '../schema.ts'
import { deleteExpired, identityMigrations } from '../service.ts'
import { endSession, endStoredSessions } from '../sessions/end-sessions.ts'
import { postgresArtifacts } from './postgres-artifacts.ts'

let stored: TestDatabase
let database: Database

beforeAll(async () => {
  stored = await createTestDatabase(identityMigrations)
  database = openDatabase({ urls: stored.urls, name: 'test' })
})

afterAll(async () => {
  await database.close()
  await stored.drop()
})

it('what was stored comes back, U+0000 and lone surrogates included, and kinds do not mix', async () => {
  const interactions = postgresArtifacts(database)('Interaction')
  const params = { state: 'a\u0000b\ud800', login_hint: 'Zoë' }
  await interactions.upsert('id-1', { jti: 'id-1', params, accountId: 's' }, 60)
  expect(await interactions.find('id-1')).toEqual({ jti: 'id-1', params, accountId: 's' })
  expect(await postgresArtifacts(database)('Session').find('id-1')).toBeUndefined()
  expect(await interactions.find('\u0000')).toBeUndefined()
})

it('housekeeping deletes what has expired and nothing else', async () => {
  const tokens = postgresArtifacts(database)('AccessToken')
  await tokens.upsert('over', { jti: 'over' }, -1)
  await tokens.upsert('alive', { jti: 'alive' }, 60)
  const count = () => database.platformTx((db) => db.$count(artifacts))
  const before = await count()
  await deleteExpired(database)
  expect(before - (await count())).toBe(1)
  expect(await tokens.find('over')).toBeUndefined()
  expect(await tokens.find('alive')).toEqual({ jti: 'alive' })
})

it('housekeeping deletes a storm of logins in several transactions', async () => {
  await database.platformTx((db) =>
    db.execute(`insert into artifacts (kind, id_hash, payload, expires_at)
      select 'Interaction', 'storm ' || n, '{}', now() - interval '1 minute' from generate_series(1, 4500) n`),
  )
  const count = () => database.platformTx((db) => db.$count(artifacts))
  const removed: number[] = []
  const platformTx: Database['platformTx'] = async (run) => {
    const before = await count()
    const result = await database.platformTx(run)
    removed.push(before - (await count()))
    return result
  }
  await deleteExpired({ platformTx })
  expect(removed.reduce((sum, each) => sum + each)).toBe(4500)
  expect(Math.max(...removed)).toBeLessThanOrEqual(2000)
})

it('consuming twice is reuse: the second is refused and the whole grant goes', async () => {
  const codes = postgresArtifacts(database)('AuthorizationCode')
  const refreshTokens = postgresArtifacts(database)('RefreshToken')
  await codes.upsert('code', { jti: 'code', grantId: 'g' }, 60)
  await refreshTokens.upsert('token', { jti: 'token', grantId: 'g' }, 60)
  await refreshTokens.upsert('other', { jti: 'other', grantId: 'h' }, 60)
  await codes.consume('code')
  expect(await codes.find('code')).toMatchObject({ consumed: expect.any(Number) })
  await expect(codes.consume('code')).rejects.toBeInstanceOf(errors.InvalidGrant)
  expect(await refreshTokens.find('token')).toBeUndefined()
  expect(await refreshTokens.find('other')).toBeDefined()
})

it('clients are never looked up in the database', async () => {
  const clients = postgresArtifacts(database)('Client')
  await clients.upsert('planted', { client_id: 'planted' }, 60)
  expect(await clients.find('planted')).toBeUndefined()
})

it('a request that saves its session, which was ended meanwhile, does not bring it back', async () => {
  const sessions = postgresArtifacts(database)('Session')
  const session = { jti: 'session', uid: 'uid', accountId: 'subject' }
  const ends = [
    () => sessions.destroy('session'),
    () => endSession(database, 'uid'),
    () => database.platformTx((db) => endStoredSessions(db, eq(artifacts.subject, 'subject'))),
  ]
  for (const end of ends) {
    await sessions.upsert('session', session, 60)
    expect(await sessions.find('session')).toEqual(session)
    await end()
    await sessions.upsert('session', session, 60)
    expect(await sessions.find('session')).toBeUndefined()
    expect(await sessions.findByUid('uid')).toBeUndefined()
    const [row] = await database.platformTx((db) =>
      db.select().from(artifacts).where(eq(artifacts.kind, 'Session')),
    )
    expect(row).toMatchObject({ payload: '{}', subject: null })
    await database.platformTx((db) => db.delete(artifacts).where(eq(artifacts.kind, 'Session')))
  }
})
