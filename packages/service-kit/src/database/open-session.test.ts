import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from './connection-slot.ts'
import { type Database, openDatabase } from './open-database.ts'
import { openSession, type Session } from './open-session.ts'

const patience = { timeout: 45_000, interval: 10 }
const closing: (() => Promise<void>)[] = []
let url = ''
let database: Database

beforeAll(async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  url = urls.platform
  database = openDatabase({ urls, name: 'test' })
  closing.push(drop, () => database.close())
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function session(name: string): Promise<Session> {
  const opened = await openSession(url, name)
  closing.push(() => opened.close())
  return opened
}

async function kill(name: string): Promise<void> {
  await database.platformTx(async (db) => {
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`,
    )
  })
}

test('one session holds a lock; it is free when that one lets it go or dies', async () => {
  const [one, two] = [await session('one'), await session('two')]
  expect(await one.tryLock('turn')).toBe(true)
  expect(await two.tryLock('turn')).toBe(false)
  await one.unlock('turn')
  expect(await two.tryLock('turn')).toBe(true)
  expect(await one.tryLock('turn')).toBe(false)
  await kill('two')
  await vi.waitFor(async () => expect(await one.tryLock('turn')).toBe(true), patience)
})

test('a session whose connection was cut is dead for good and says so', async () => {
  const cut = await session('cut')
  await kill('cut')
  await vi.waitFor(() => expect(cut.isAlive).toBe(false), patience)
  await expect(cut.tryLock('turn')).rejects.toThrow(DatabaseUnavailable)
  await expect(cut.notify('channel', '')).rejects.toThrow(DatabaseUnavailable)
})

test('a session calls those who asked when its connection was cut, and who asks later at once', async () => {
  const heard: string[] = []
  const left = await session('left')
  left.onEnd(() => heard.push('waiting'))
  expect(heard).toEqual([])
  await kill('left')
  await vi.waitFor(() => expect(heard).toEqual(['waiting']), patience)
  left.onEnd(() => heard.push('late'))
  expect(heard).toEqual(['waiting', 'late'])
})

test('a notification reaches every session that listens', async () => {
  const [one, two] = [await session('ear'), await session('mouth')]
  const heard: string[] = []
  await one.listen('channel', (payload) => void heard.push(payload))
  await two.notify('channel', 'hello')
  await vi.waitFor(() => expect(heard).toEqual(['', 'hello']), patience)
})

test('an unreachable address is reported as an unavailable database', async () => {
  await expect(openSession('postgres://nobody@127.0.0.1:1/none', 'lost')).rejects.toThrow(DatabaseUnavailable)
})
