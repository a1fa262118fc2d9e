import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { migrate } from '@portal/service-kit/database/migrate'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { businessTransactions } from './events/business-transactions.ts'
import { drainOutbox } from './events/drain-outbox.ts'
import { interleaved, type Measured } from './measure/interleaved.ts'
import { report } from './measure/report.ts'

/** P17 and P18 of the performance targets: how fast the outbox drains, and what it costs those who fill it. `--rounds`, 10 unless told. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '10' } } })
  const rounds = Number(values.rounds)
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  const log = createLogger({ service: 'bench', level: 'warn' })
  const events = await provisionDatabase(postgres.adminUrl, 'events')
  const bus = openEventBus(`log:${events.owner}`, { name: 'bench', log })
  const urls = await provisionDatabase(postgres.adminUrl, 'bench')
  await migrate(urls, notesMigrations)
  const database = openDatabase({ urls, name: 'bench' })
  try {
    await measure({ database, bus, log }, rounds)
  } finally {
    await bus.close()
    await database.close()
    await postgres.stop()
  }
}

async function measure(
  parts: {
    readonly database: Database
    readonly bus: EventBus
    readonly log: ReturnType<typeof createLogger>
  },
  rounds: number,
): Promise<void> {
  const drain = await interleaved(drainOutbox(parts), rounds)
  const business = await interleaved(businessTransactions(parts), rounds)
  await report('events', rounds, [
    {
      title: 'P17: draining the outbox',
      unit: 'µs per event',
      rows: drain,
      verdict: `The relay drains ${(1 / ratio(drain, 'relay')).toFixed(0)} times as fast as one row at a time (reach 30, aim 60).`,
    },
    {
      title: 'P18: business transactions, eight at a time',
      unit: 'µs per transaction',
      rows: business,
      verdict: `With the outbox and a running relay, throughput is ${(1 / ratio(business, 'with outbox')).toFixed(2)} of that without (reach 0.75, aim 0.85).`,
    },
  ])
}

function ratio(rows: readonly Measured[], name: string): number {
  return rows.find((row) => row.name === name)?.ratio ?? Number.NaN
}
