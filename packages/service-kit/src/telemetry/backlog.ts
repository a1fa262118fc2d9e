import type { PartBacklog } from '@portal/contracts/operations'
import type { Metrics } from '@portal/telemetry/metrics'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open-database.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { deadLetters, jobs, outbox } from '../tables.ts'

/** Where a backlog is read. `groups` are the part's consumer groups with their topics. */
export interface BacklogSources {
  readonly database: Database
  readonly bus: Pick<EventBus, 'lag'>
  readonly groups: readonly { readonly group: string; readonly topics: readonly string[] }[]
}

const keptMs = 2000
/** Less than the ten seconds for which a scraper waits. */
const timeoutMs = 3000

/** What waits in a part, read every two seconds at most, however many ask. */
export function backlogReader(sources: BacklogSources): () => Promise<PartBacklog> {
  let known: { readonly at: number; readonly backlog: Promise<PartBacklog> } | null = null
  return () => {
    const now = performance.now()
    if (!known || now - known.at > keptMs) known = { at: now, backlog: readBacklog(sources) }
    return known.backlog
  }
}

async function readBacklog({ database, bus, groups }: BacklogSources): Promise<PartBacklog> {
  const lagOf = async ({ group, topics }: BacklogSources['groups'][number]) =>
    (await bus.lag(group, topics)).map((of) => ({ consumer: group, ...of }))
  const [rows, lag] = await Promise.all([
    soon(database.platformTx(readRows, { isReadOnly: true })),
    // The backlog must be visible precisely while the event log does not answer.
    soon(Promise.all(groups.map(lagOf))).catch(() => null),
  ])
  return { ...rows, lag: lag?.flat() ?? null }
}

/** Rejects when it takes longer than a scraper should wait. */
function soon<T>(reading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The backlog is not read in time.')), timeoutMs)
  return Promise.race([reading, late.promise]).finally(() => clearTimeout(timer))
}

type Rows = Parameters<Parameters<Database['platformTx']>[0]>[0]

async function readRows(db: Rows): Promise<Omit<PartBacklog, 'lag'>> {
  const [left] = await db.execute<{ waiting: number; oldest: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min((${outbox.event} ->> 'time')::timestamptz)), 0)::float8 as oldest
    from ${outbox}`)
  const letters = await db.execute<{ consumer: string; failed: number; held: number }>(sql`
    select ${deadLetters.consumer} as consumer, count(${deadLetters.reason})::int as failed,
      (count(*) - count(${deadLetters.reason}))::int as held
    from ${deadLetters} group by ${deadLetters.consumer} order by 1`)
  const due = await db.execute<{ kind: string; waiting: number; oldest: number }>(sql`
    select ${jobs.kind} as kind, count(*)::int as waiting,
      extract(epoch from now() - min(${jobs.runAt}))::float8 as oldest
    from ${jobs} where ${jobs.runAt} <= now() group by ${jobs.kind} order by 1`)
  return {
    outbox: { waiting: left?.waiting ?? 0, oldestSeconds: Math.max(0, left?.oldest ?? 0) },
    deadLetters: [...letters],
    jobs: due.map(({ kind, waiting, oldest }) => ({ kind, waiting, oldestSeconds: oldest })),
  }
}

/** Exposes a backlog as gauges. Every replica of a part has the same. */
export function exposeBacklog(metrics: Metrics, read: () => Promise<PartBacklog>): void {
  exposeEvents(metrics, read)
  metrics.gauge(
    {
      name: 'portal_jobs_due',
      help: 'Jobs that are due, those that run included.',
      labels: ['kind'],
    },
    async () => (await read()).jobs.map(({ kind, waiting }) => [{ kind }, waiting]),
  )
  metrics.gauge(
    {
      name: 'portal_jobs_oldest_seconds',
      help: 'How long the oldest of them has been due.',
      labels: ['kind'],
    },
    async () => (await read()).jobs.map(({ kind, oldestSeconds }) => [{ kind }, oldestSeconds]),
  )
}

function exposeEvents(metrics: Metrics, read: () => Promise<PartBacklog>): void {
  metrics.gauge(
    { name: 'portal_outbox_events', help: 'Events that wait to be published.', labels: [] },
    async () => [[{}, (await read()).outbox.waiting]],
  )
  metrics.gauge(
    { name: 'portal_outbox_oldest_seconds', help: 'Age of the oldest of them.', labels: [] },
    async () => [[{}, (await read()).outbox.oldestSeconds]],
  )
  metrics.gauge(
    {
      name: 'portal_event_lag',
      help: 'Events that a consumer group has not handled yet.',
      labels: ['consumer', 'topic'],
    },
    async () =>
      ((await read()).lag ?? []).map(({ consumer, topic, behind }) => [{ consumer, topic }, behind]),
  )
  metrics.gauge(
    {
      name: 'portal_dead_letters',
      help: 'Events that failed, or wait behind one.',
      labels: ['consumer', 'state'],
    },
    async () =>
      (await read()).deadLetters.flatMap(({ consumer, failed, held }) => [
        [{ consumer, state: 'failed' }, failed] as const,
        [{ consumer, state: 'held' }, held] as const,
      ]),
  )
}
