import { readConfig, ServiceEnvironment } from '@portal/service-kit/config'
import { migrate } from '@portal/service-kit/database/migrate'
import { runCommand } from '../run-command.ts'
import { loadMigrations } from '../standalone/load-part.ts'
import { processNames } from '../standalone/topology.ts'

const DatabaseEnvironment = ServiceEnvironment.pick({
  DATABASE_OWNER_URL: true,
  DATABASE_APP_URL: true,
  DATABASE_PLATFORM_URL: true,
})

// `node deploy/migrate/main.js <service>` in an image, before an upgrade: migrates the service's
// database while its former version still runs. Safe to repeat.
await runCommand(async () => {
  const name = processNames.find((known) => known === process.argv[2])
  if (!name) throw new Error(`Name one of these: ${processNames.join(', ')}.`)
  const env = readConfig(DatabaseEnvironment, process.env)
  const urls = {
    owner: env.DATABASE_OWNER_URL,
    app: env.DATABASE_APP_URL,
    platform: env.DATABASE_PLATFORM_URL,
  }
  await migrate(urls, await loadMigrations(name))
  console.log(`The database of ${name} is of this version.`)
})
