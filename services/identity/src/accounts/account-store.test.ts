import { openDatabase } from '@portal/service-kit/database/open-database'
import { AccountExists } from '@portal/service-kit/ports/identity-admin'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { identityMigrations } from '../service.ts'
import { postgresAccountStore } from './account-store.ts'

async function newDatabase() {
  const { urls, drop } = await createTestDatabase(identityMigrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  return database
}

it('a password that is replaced while it is checked is not right any more', async () => {
  const stop = async () => undefined
  const hasher = { hash: async (password: string) => password, verify: async () => true, stop }
  const accounts = postgresAccountStore(await newDatabase(), hasher)
  const draft = { username: 'ada', email: 'ada@halden.example', emailVerified: true }
  const { subject } = await accounts.create({ ...draft, password: 'seven-quiet-harbours' })
  const turn = { lane: 'strangers', signal: new AbortController().signal } as const
  const { isRight } = await accounts.challenge('ada')
  expect(await isRight('seven-quiet-harbours', turn)).toBe(true)
  await accounts.setPassword(subject, { password: 'nine-loud-mountains' })
  expect(await isRight('seven-quiet-harbours', turn)).toBe(false)
})

it('a name or address that is taken is refused before its password is hashed', async () => {
  const hashed: string[] = []
  const hasher = {
    hash: async (password: string) => {
      hashed.push(password)
      return 'hashed'
    },
    verify: async () => false,
    stop: async () => undefined,
  }
  const accounts = postgresAccountStore(await newDatabase(), hasher)
  const create = (username: string, email: string) =>
    accounts.create({ username, email, emailVerified: false, password: `harbours-of-${username}-7` })
  await create('quiet', 'ada@halden.example')
  await expect(create('Quiet', 'other@halden.example')).rejects.toBeInstanceOf(AccountExists)
  await expect(create('loud', 'ADA@halden.example')).rejects.toBeInstanceOf(AccountExists)
  expect(hashed).toHaveLength(1)
})
