import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { runRemotesCommand } from '@portal/gateway-service/remotes/remotes-command'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { postgresFolder, remotesFolder } from '../../standalone/data-folder.ts'
import { defaultDataFolder } from '../../standalone/portal-options.ts'

// `npm run remotes -- publish <name> <folder> | rollback <name> <version> | list`.
try {
  const { values, positionals: words } = parseArgs({
    options: { data: { type: 'string', default: defaultDataFolder } },
    allowPositionals: true,
  })
  const dataFolder = resolve(values.data)
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const urls = databaseUrls(adminUrl, { database: 'gateway', roles: 'gateway' })
  const database = openDatabase({ urls, name: 'remotes', platformConnections: 1 })
  try {
    console.log(await runRemotesCommand({ database, directory: remotesFolder(dataFolder) }, words))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
