import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { drillName } from '@portal/service-kit/testing/tenant-transactions'
import { type LoadOrder, LoadReport } from './load-report.ts'

/** A load of two tenants, in its own process. */
export interface RunningLoad {
  /** True once every call hangs and the load has ended by itself. */
  readonly hasEnded: boolean
  /** Ends the load once its calls have returned or count as hung. */
  stop(): Promise<LoadReport>
}

/** Result of {@link runKillDrill}. */
export interface DrillReport extends LoadReport {
  readonly kills: number
  /** Acknowledged transactions that are missing. */
  readonly lost: number
  /** Transactions of which only one of two rows exists. */
  readonly torn: number
}

/** A drill ends early when every call hangs, as happens without the guard. */
export interface DrillOptions extends Pick<LoadOrder, 'urls' | 'isGuarded'> {
  readonly kills: number
}

const pauseMsMax = 60

/** Starts the load; resolves once it runs. The database must contain `notesMigrations`' table. */
export async function startTwoTenantLoad(order: LoadOrder): Promise<RunningLoad> {
  const program = fileURLToPath(new URL('./two-tenant-load.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(order)], { execArgv: [] })
  await nextMessage(child)
  let hasEnded = false
  const report = nextMessage(child).then((message) => {
    hasEnded = true
    return LoadReport.parse(message)
  })
  return {
    get hasEnded() {
      return hasEnded
    },
    stop: () => {
      if (child.connected) child.send('stop')
      return report
    },
  }
}

/** Terminates random backends, one by one, under a load of two tenants (reliability.md R3). */
export async function runKillDrill(options: DrillOptions): Promise<DrillReport> {
  const { urls, isGuarded } = options
  const watcher = openDatabase({ urls, name: 'watcher', appConnections: 1 })
  try {
    const load = await startTwoTenantLoad({ urls, isGuarded, connections: 8 })
    const kills = await killAtRandom(watcher, load, options.kills)
    const report = await load.stop()
    return { kills, ...report, ...(await compareRows(watcher, report.committed)) }
  } finally {
    await watcher.close()
  }
}

async function killAtRandom(watcher: Database, load: RunningLoad, wanted: number): Promise<number> {
  let kills = 0
  while (kills < wanted && !load.hasEnded) {
    const rows = await watcher.tenantTx(1, (db) =>
      db.execute(`select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where application_name = '${drillName}' and datname = current_database() order by random() limit 1
      ) as victim`),
    )
    kills += rows.length
    // Sessions live for some transactions before they die, as in production.
    await pause(Math.random() * pauseMsMax)
  }
  return kills
}

/** A commit whose response was lost may have succeeded: more pairs than acknowledged are fine. */
async function compareRows(
  watcher: Database,
  committed: number,
): Promise<Pick<DrillReport, 'lost' | 'torn'>> {
  let whole = 0
  let torn = 0
  for (const tenant of [1, 2]) {
    const rows = await watcher.tenantTx(tenant, (db) =>
      db.execute('select count(*)::int as size from notes group by text'),
    )
    whole += rows.filter(({ size }) => size === 2).length
    torn += rows.filter(({ size }) => size !== 2).length
  }
  return { lost: Math.max(0, committed - whole), torn }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended without a report.')
  })
  const [message]: unknown[] = await Promise.race([once(child, 'message'), ended])
  return message
}
