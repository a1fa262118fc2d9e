import { openDatabase } from '@portal/service-kit/database/open-database'
import { createTestDatabase } from '@portal/testkit/test-database'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { accounts } from '../schema.ts'
import { identityMigrations } from '../service.ts'
import { postgresPasswordLinks } from './one-time-links.ts'

it('a new password leaves alone what became of the account while it was hashed', async () => {
  const { urls, drop } = await createTestDatabase(identityMigrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  const subject = 'ada'
  const isHers = eq(accounts.subject, subject)
  const before = { subject, username: 'ada', email: 'ada@old.example', firstName: 'Ada', lastName: 'Byron' }
  const meanwhile = { email: 'ada@new.example', lastName: 'Lovelace' }
  await database.platformTx((db) => db.insert(accounts).values(before))
  const hasher = {
    hash: async () => {
      await database.platformTx((db) => db.update(accounts).set(meanwhile).where(isHers))
      return 'hashed'
    },
    verify: async () => false,
    stop: async () => undefined,
  }
  const links = postgresPasswordLinks(database, hasher)
  const { token } = await links.issue(subject)
  expect(await links.redeem(token, { password: 'correct horse battery staple 7' }, null)).toBe(true)
  const [after] = await database.platformTx((db) => db.select().from(accounts).where(isHers))
  expect(after).toMatchObject({ ...before, ...meanwhile, passwordHash: 'hashed', emailVerified: false })
})
