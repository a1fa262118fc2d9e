import { openDatabase } from '@portal/service-kit/database/open-database'
import { readRemotesConfig } from '../config.ts'
import { runRemotesCommand } from './remotes-command.ts'

// The command line of `npm run remotes`: publish <name> <dir> | rollback <name> <version> | list
const { directory, database: urls } = readRemotesConfig(process.env)
const database = openDatabase({ urls, name: 'gateway-remotes', platformConnections: 1 })
try {
  process.stdout.write(`${await runRemotesCommand({ database, directory }, process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await database.close()
}
