import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import type { ProxiedService } from '@portal/contracts/services'
import { ConfigError } from '@portal/service-kit/config'
import { type Database, type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import type { RepublishProgress } from '@portal/service-kit/outbox/republish'
import { runCommand } from '../run-command.ts'
import { postgresFolder } from '../standalone/data-folder.ts'
import { defaultDataFolder } from '../standalone/portal-options.ts'
import { databaseName } from '../standalone/topology.ts'
import { type OperateEnvironment, readOperateEnvironment } from './config.ts'

/** What an operator's command works with. */
export interface Operation {
  readonly words: readonly string[]
  /** Of the options that the command names beside `--data`. */
  readonly values: Readonly<Record<string, string | undefined>>
  readonly dataFolder: string
  readonly environment: OperateEnvironment
  /**
   * The service's database: of `DATABASE_PLATFORM_URL` and `DATABASE_APP_URL`, else of the local
   * portal, which must run. Closed at the end.
   */
  readonly open: (service: ProxiedService | 'gateway') => Promise<Database>
}

/** Runs an operator's command and prints what it resolves to. */
export async function operate(
  command: (operation: Operation) => Promise<string>,
  optionNames: readonly string[] = [],
): Promise<void> {
  await runCommand(async () => {
    const own = optionNames.map((name) => [name, { type: 'string' }] as const)
    const { values: given, positionals: words } = parseArgs({
      options: { ...Object.fromEntries(own), data: { type: 'string', default: defaultDataFolder } },
      allowPositionals: true,
    })
    const { data, ...values } = given
    const dataFolder = resolve(data)
    const environment = readOperateEnvironment()
    await using opened = new AsyncDisposableStack()
    const open = async (service: string) => {
      const urls = await findUrls(service, dataFolder, environment)
      const database = openDatabase({ urls, name: 'operator', appConnections: 1, platformConnections: 1 })
      return opened.adopt(database, () => database.close())
    }
    console.log(await command({ words, values, dataFolder, environment, open }))
  })
}

async function findUrls(
  service: string,
  dataFolder: string,
  environment: OperateEnvironment,
): Promise<Pick<DatabaseUrls, 'app' | 'platform'>> {
  const { DATABASE_PLATFORM_URL: platform, DATABASE_APP_URL: app } = environment
  if (platform !== undefined) return { app: app ?? platform, platform }
  if (app !== undefined) throw new ConfigError('DATABASE_PLATFORM_URL is missing beside DATABASE_APP_URL.')
  const name = databaseName(service)
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  return databaseUrls(adminUrl, { database: name, roles: name })
}

/** Aborted by Ctrl-C, which from then on does not end the process by itself. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  return interrupted.signal
}

/** Shows progress: one updating line on a terminal, otherwise a line per tenth. */
export function progressLine(done: string): (progress: RepublishProgress) => void {
  const out = process.stdout
  let written = ''
  return ({ what, done: number, of }) => {
    const tenth = of === 0 ? 10 : Math.floor((number * 10) / of)
    if (out.isTTY) {
      const verb = what === 'events' ? 'published' : done
      out.write(`\r${what}: ${number} of ${of} ${verb}   ${number === of ? '\n' : ''}`)
    } else if (written !== `${what} ${tenth}`) {
      written = `${what} ${tenth}`
      out.write(`${what}: ${number} of ${of}\n`)
    }
  }
}
