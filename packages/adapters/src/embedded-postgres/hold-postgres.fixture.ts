import { startEmbeddedPostgres } from './embedded-postgres.ts'

// A portal for the tests to kill: starts Postgres on the folder it is given, says where, and lives until something ends it.
const [, , dataFolder = ''] = process.argv
const postgres = await startEmbeddedPostgres({ dataFolder, log: (line) => process.stderr.write(`${line}\n`) })
process.stdout.write(`${postgres.adminUrl}\n`)
setInterval(() => undefined, 1000)
