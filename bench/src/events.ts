import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { provisionKafkaTopics } from '@portal/adapters/event-bus/kafka/provision-kafka-topics'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { startSupervisor } from '@portal/deploy/engines/supervise/start-supervisor'
import { migrate } from '@portal/service-kit/database/migrate'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { businessTransactions } from './events/business-transactions.ts'
import { drainOutbox } from './events/drain-outbox.ts'
import { killedBroker } from './events/killed-broker.ts'
import { interleaved, type Measured } from './measure/interleaved.ts'
import { type Result, type Section, sectionTable } from './measure/report.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--events', '1000', '--kills', '1']

/**
 * P17 and P18: how fast the outbox drains, and what it costs producers; then, on Kafka, how fast it
 * drains and ten thousand events with the broker killed five times. `--rounds` (10), `--events`
 * (10,000) per round, `--kills` (5).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '10' },
      events: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '5' },
    },
  })
  const effort = {
    rounds: Number(values.rounds),
    events: Number(values.events),
    kills: Number(values.kills),
  }
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  const log = createLogger({ service: 'bench', level: 'error' })
  const events = await provisionDatabase(postgres.adminUrl, 'events')
  const databases: Database[] = []
  const open = async (name: string) => {
    const urls = await provisionDatabase(postgres.adminUrl, name)
    await migrate(urls, notesMigrations)
    const database = openDatabase({ urls, name })
    databases.push(database)
    return database
  }
  const bus = await openEventBus(`log:${events.owner}`, { name: 'bench', log })
  try {
    const parts = { database: await open('bench'), log }
    const embedded = await onEmbeddedLog({ ...parts, bus }, effort)
    const producer = await open('producer')
    const kafka = await onKafka({ ...parts, producer, consumer: await open('consumer') }, effort)
    return [{ name: 'events', how: `${effort.rounds} rounds`, paragraphs: [...embedded, ...kafka] }]
  } finally {
    await bus.close()
    await Promise.all(databases.map((database) => database.close()))
    await postgres.stop()
  }
}

interface Effort {
  readonly rounds: number
  readonly events: number
  readonly kills: number
}

interface Parts {
  readonly database: Database
  readonly log: ReturnType<typeof createLogger>
}

async function onEmbeddedLog(
  parts: Parts & { readonly bus: EventBus },
  { rounds, events }: Effort,
): Promise<string[]> {
  const drain = await interleaved(drainOutbox(parts, events), rounds)
  const business = await interleaved(businessTransactions(parts, 0.4 * events), rounds)
  return [
    sectionTable(drained('P17: draining the outbox', drain)),
    sectionTable({
      title: 'P18: business transactions, eight at a time',
      unit: 'µs per transaction',
      rows: business,
      verdict: `With the outbox and a running relay, throughput is ${(1 / ratio(business, 'with outbox')).toFixed(2)} of that without (reach 0.75, aim 0.85).`,
    }),
  ]
}

async function onKafka(
  parts: Parts & { readonly producer: Database; readonly consumer: Database },
  { rounds, events, kills }: Effort,
): Promise<string[]> {
  const { log, database } = parts
  const dataFolder = join(tmpdir(), `portal-bench-kafka-${randomBytes(6).toString('hex')}`)
  const supervisor = await startSupervisor({ dataFolder, isTemporary: true }, console.log)
  try {
    await supervisor.start(['kafka'])
    const url = supervisor.access.urls.kafka ?? ''
    const openBus = () => openEventBus(url, { name: 'bench', log })
    const plan = { topics: ['bench'], partitions: 6, retentionMs: 86_400_000 }
    await provisionKafkaTopics(url, { log, plan })
    const bus = await openBus()
    const drain = await interleaved(drainOutbox({ database, bus, log }, events), rounds)
    await bus.close()
    const killed = await killedBroker({ ...parts, supervisor, openBus }, { events, kills })
    return [sectionTable(drained('P17 on Kafka: draining the outbox', drain)), killed]
  } finally {
    await supervisor.stop()
  }
}

function drained(title: string, rows: readonly Measured[]): Section {
  const times = (1 / ratio(rows, 'relay')).toFixed(0)
  const verdict = `The relay drains ${times} times as fast as one row at a time (reach 30, aim 60).`
  return { title, unit: 'µs per event', rows, verdict }
}

function ratio(rows: readonly Measured[], name: string): number {
  return rows.find((row) => row.name === name)?.ratio ?? Number.NaN
}
