import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

test.each([
  ['dead-letters', 'DATABASE_APP_URL', 'DATABASE_PLATFORM_URL is missing'],
  ['remotes', 'DATABASE_PLATFORM_URL', 'REMOTES_DIRECTORY is missing'],
])('%s with half of a portal (%s) in the environment acts on none', async (command, name, message) => {
  const entry = fileURLToPath(new URL(`./${command}/main.ts`, import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', entry, 'list', 'team', '--data', '/no/such/folder']
  const env = { [name]: 'postgres://nobody@127.0.0.1:1/none' }
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  })
})
