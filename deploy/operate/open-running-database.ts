import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { postgresFolder } from '../standalone/data-folder.ts'
import { databaseName } from '../standalone/database-name.ts'
import { defaultDataFolder } from '../standalone/portal-options.ts'

export interface OperateOptions {
  readonly dataFolder: string
  readonly words: readonly string[]
}

/** Parses `--data` and positional arguments. Throws one sentence for an unknown option. */
export function readOperateOptions(args: readonly string[]): OperateOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { data: { type: 'string', default: defaultDataFolder } },
    allowPositionals: true,
  })
  return { dataFolder: resolve(values.data), words: positionals }
}

/** Opens a running portal's service database. Throws one sentence if no portal runs. */
export async function openRunningDatabase(dataFolder: string, service: string): Promise<Database> {
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const name = databaseName(service)
  const urls = databaseUrls(adminUrl, { database: name, roles: name })
  return openDatabase({ urls, name: 'operator', appConnections: 1, platformConnections: 1 })
}
