import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeLock } from '@portal/build/take-lock'
import { createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import { startPortalProcess } from '@portal/testkit/portal-process'
import { signIn } from '@portal/testkit/sign-in'
import { inject, vi } from 'vitest'

const settledWithin = { timeout: 300_000, interval: 500 }

/**
 * Copies the run's data folder with a whole demo to `dataFolder`, which must not exist. The first
 * file to ask for one makes it. Nothing, where no embedded demo is shared: on real engines.
 */
export async function copyDemo(dataFolder: string): Promise<void> {
  const shared = inject('demoFolder')
  if (!shared) return
  using _lock = await takeLock(`${shared}.lock`, () => undefined)
  if (!existsSync(shared)) await makeDemo(shared)
  await promisify(execFile)('cp', ['-a', shared, dataFolder])
}

/** Makes it elsewhere first, so that nothing half-made is ever copied. */
async function makeDemo(shared: string): Promise<void> {
  const dataFolder = `${shared}.new`
  await removeDataFolder(dataFolder, () => undefined)
  const portal = await startPortalProcess({ command: 'start', dataFolder })
  try {
    const { address, logins } = portal
    const password = logins.find(({ username }) => username === 'ingrid')?.password ?? ''
    const client = createClient({ fetch: await signIn({ address, username: 'ingrid', password }) })
    await vi.waitFor(async () => {
      const documents = await client.call(documentsApi.listDocuments, { query: {} })
      if (documents.some(({ ingestion }) => ingestion.state !== 'ready')) throw new Error('Still indexing.')
      // Written once the demo's people have asked everything.
      await readFile(join(dataFolder, 'demo-questions.json'))
    }, settledWithin)
  } finally {
    await portal.interrupt()
  }
  await rename(dataFolder, shared)
}
