import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeLock } from '@portal/build/take-lock'
import { createClient } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { type PortalProcess, startPortalProcess } from '@portal/testkit/portal-process'
import { signIn } from '@portal/testkit/sign-in'
import { inject, vi } from 'vitest'
import { removeDataFolder } from '../standalone/data-folder.ts'

const settledWithin = { timeout: 300_000, interval: 500 }

/** What the start printed that made the demo, in its data folder. */
const firstStart = 'first-start.log'

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

/** What the portal printed that made this copy's demo. */
export function readFirstStart(dataFolder: string): Promise<string> {
  return readFile(join(dataFolder, firstStart), 'utf8')
}

/** Makes it elsewhere first, so that nothing half-made is ever copied. */
async function makeDemo(shared: string): Promise<void> {
  const dataFolder = `${shared}.new`
  await removeDataFolder(dataFolder, () => undefined)
  const portal = await startPortalProcess({ command: 'start', dataFolder })
  try {
    await untilWhole(portal, dataFolder)
    await writeFile(join(dataFolder, firstStart), portal.output())
  } finally {
    await portal.interrupt()
  }
  await rename(dataFolder, shared)
}

/** Until all documents of a demo are read, and its people have asked everything. */
async function untilWhole(
  { address, logins }: Pick<PortalProcess, 'address' | 'logins'>,
  dataFolder: string,
): Promise<void> {
  const password = logins.find(({ username }) => username === 'ingrid')?.password ?? ''
  const client = createClient({ fetch: await signIn({ address, username: 'ingrid', password }) })
  await vi.waitFor(async () => {
    const documents = await client.call(documentsApi.listDocuments, { query: {} })
    if (documents.some(({ ingestion }) => ingestion.state !== 'ready')) throw new Error('Still indexing.')
    // Written once the demo's people have asked everything.
    await readFile(join(dataFolder, 'demo-questions.json'))
  }, settledWithin)
}
