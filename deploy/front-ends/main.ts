import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
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
}).extend({ SHELL_DIRECTORY: z.string().min(1), REMOTES_DIRECTORY: z.string().min(1) })

// Runs in the image of the front ends before a gateway starts: lays out the shell, and publishes
// the builds of remotes that the gateway's database does not know yet.
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
  // At the first installation the database starts beside it.
  const failed = (error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    console.log('Waiting for the database.')
  }
  const target = { urls, directory: env.REMOTES_DIRECTORY }
  await retry(() => publishRemotes(target, builds), { firstMs: 500, maxMs: 5000, failed })
  console.log(`The shell and ${builds.length} remotes are in place.`)
})
