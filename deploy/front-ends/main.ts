import { createPrivateKey } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { readRemoteKeys } from '@portal/contracts/remote-statement'
import { readConfig, ServiceEnvironment } from '@portal/service-kit/config'
import { isDatabaseAway } from '@portal/service-kit/database/connection-slot'
import { retry } from '@portal/service-kit/sleep'
import { z } from 'zod'
import { runCommand } from '../run-command.ts'
import { publishRemotes } from '../standalone/publish-remotes.ts'

const FrontEndsEnvironment = ServiceEnvironment.pick({
  DATABASE_OWNER_URL: true,
  DATABASE_APP_URL: true,
  DATABASE_PLATFORM_URL: true,
}).extend({
  SHELL_DIRECTORY: z.string().min(1),
  REMOTES_DIRECTORY: z.string().min(1),
  REMOTE_KEYS: z.string().default(''),
  /** A file with the private key (PEM) that signs these builds. */
  REMOTE_SIGNING_KEY: z.string().min(1).optional(),
})

// Runs in the image of the front ends before a gateway starts: lays out the shell and the builds of
// remotes, and shows those to everybody that never were.
await runCommand(async () => {
  const env = readConfig(FrontEndsEnvironment, process.env)
  await cp(join(workspaceRoot, 'shell', 'dist'), env.SHELL_DIRECTORY, { recursive: true })
  const remotes = join(workspaceRoot, 'remotes')
  const builds = (await readdir(remotes)).map((name) => {
    return { kind: 'remote', name, folder: join(remotes, name, 'dist') } as const
  })
  const urls = {
    owner: env.DATABASE_OWNER_URL,
    app: env.DATABASE_APP_URL,
    platform: env.DATABASE_PLATFORM_URL,
  }
  const remoteKeys = readRemoteKeys(env.REMOTE_KEYS)
  if (!remoteKeys) throw new Error('REMOTE_KEYS must be as <name>=<32 bytes in base64>.')
  const keyFile = env.REMOTE_SIGNING_KEY
  const signingKey = keyFile === undefined ? null : createPrivateKey(await readFile(keyFile))
  const { SHELL_DIRECTORY: shellDirectory, REMOTES_DIRECTORY: remotesDirectory } = env
  const target = { urls, remotesDirectory, shellDirectory, remoteKeys, signingKey }
  // At the first installation the database starts beside it.
  const failed = (error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    console.log('Waiting for the database.')
  }
  await retry(() => publishRemotes(target, builds), { firstMs: 500, maxMs: 5000, failed })
  console.log(`The shell and ${builds.length} remotes are in place.`)
})
