import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { proxiedServices } from '@portal/contracts/services'
import { startTestIdentityProvider } from '@portal/testkit/identity/test-identity-provider'
import { createTestDatabase } from '@portal/testkit/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { loadDefinition } from '../standalone/load-part.ts'

const main = fileURLToPath(new URL('./dead-letters/main.ts', import.meta.url))

async function list(service: string, env: Record<string, string>): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', main, 'list', service, '--data', '/no/such/folder']
  return (await promisify(execFile)(process.execPath, args, { env })).stdout
}

test('a command acts on the Postgres that the environment names, as the services do', async () => {
  const { migrations } = await loadDefinition('team')
  const { urls, drop } = await createTestDatabase(migrations)
  onTestFinished(drop)
  const env = { DATABASE_APP_URL: urls.app, DATABASE_PLATFORM_URL: urls.platform }
  expect(await list('team', env)).toBe('There are no dead letters.\n')
})

test('without one it looks for the local portal, and says in one sentence that none runs', async () => {
  await expect(list('team', {})).rejects.toMatchObject({
    code: 1,
    stderr: 'No portal is running on the data folder /no/such/folder/postgres.\n',
  })
})

const nobody = 'postgres://nobody@127.0.0.1:1/none'
const databasesOf = (...parts: readonly string[]) => {
  const urls = { owner: nobody, app: nobody, platform: nobody }
  return { BACKUP_DATABASES: JSON.stringify(Object.fromEntries(parts.map((part) => [part, urls]))) }
}
const [, ...allButTeam] = proxiedServices

test.each<[command: string, what: string, message: string, environment: Record<string, string>]>([
  [
    'dead-letters',
    'one login',
    'DATABASE_PLATFORM_URL is missing beside DATABASE_APP_URL.',
    { DATABASE_APP_URL: nobody },
  ],
  ['remotes', 'a database', 'REMOTES_DIRECTORY is missing', { DATABASE_PLATFORM_URL: nobody }],
  [
    'backup',
    'the databases, but without the stores',
    'BLOBS_URL is missing beside BACKUP_DATABASES.',
    databasesOf('gateway', ...proxiedServices),
  ],
  ['backup', 'not the gateway', 'the database of gateway is missing', databasesOf(...proxiedServices)],
  [
    'backup',
    'a misspelled part',
    'no part of this portal is named tema; BACKUP_DATABASES: the database of team is missing.',
    databasesOf('gateway', 'identity', 'tema', ...allButTeam),
  ],
  ['restore', 'not the gateway', 'the database of gateway is missing', databasesOf(...proxiedServices)],
])('%s with half of a portal (%s) in the environment acts on none', async (command, _, message, env) => {
  const entry = fileURLToPath(new URL(`./${command}/main.ts`, import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', entry, 'list', 'team', '--data', '/no/such/folder']
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  })
})

test.each([
  ['the first name of PORTAL_OPERATORS', { PORTAL_OPERATORS: 'ines, operator' }, 'ines'],
  ['operator, where nobody is named', {}, 'operator'],
])('the first operator is %s', async (_, named, username) => {
  await using identities = await startTestIdentityProvider()
  const entry = fileURLToPath(new URL('./first-operator/main.ts', import.meta.url))
  const env = { IDENTITY_ADMIN_URL: identities.provider.adminUrl, ...named }
  const args = ['--disable-warning=ExperimentalWarning', entry]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  expect(stdout).toContain('The first operator chooses a password here, once: ')
  expect(await identities.execute('select username from accounts')).toEqual([{ username }])
})
