import { startEmbeddedPostgres } from './embedded-postgres.ts'

// A portal for tests to kill: starts Postgres on the given folder, prints where, and waits.
const [, , dataFolder = ''] = process.argv
const postgres = await startEmbeddedPostgres({ dataFolder, log: (line) => process.stderr.write(`${line}\n`) })
process.stdout.write(`${postgres.adminUrl}\n`)
setInterval(() => undefined, 1000)
