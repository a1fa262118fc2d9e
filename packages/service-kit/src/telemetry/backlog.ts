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
  const [rows, lags] = await Promise.all([
    database.platformTx(readRows, { isReadOnly: true }),
    Promise.all(groups.map(async ({ group, topics }) => ({ group, lag: await bus.lag(group, topics) }))),
  ])
  return {
    ...rows,
    lag: lags.flatMap(({ group, lag }) => lag.map((one) => ({ consumer: group, ...one }))),
  }
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

/** Exposes a backlog as gauges. */
export function exposeBacklog(metrics: Metrics, read: () => Promise<PartBacklog>): void {
  metrics.gauge('portal_outbox_events', 'Events that wait to be published.', async () => [
    [{}, (await read()).outbox.waiting],
  ])
  metrics.gauge('portal_outbox_oldest_seconds', 'Age of the oldest of them.', async () => [
    [{}, (await read()).outbox.oldestSeconds],
  ])
  metrics.gauge('portal_event_lag', 'Events that a consumer group has not handled yet.', async () =>
    (await read()).lag.map(({ consumer, topic, behind }) => [{ consumer, topic }, behind]),
  )
  metrics.gauge('portal_dead_letters', 'Events that failed, or wait behind one.', async () =>
    (await read()).deadLetters.flatMap(({ consumer, failed, held }) => [
      [{ consumer, state: 'failed' }, failed] as const,
      [{ consumer, state: 'held' }, held] as const,
    ]),
  )
  metrics.gauge('portal_jobs_due', 'Jobs that are due, those that run included.', async () =>
    (await read()).jobs.map(({ kind, waiting }) => [{ kind }, waiting]),
  )
  metrics.gauge('portal_jobs_oldest_seconds', 'How long the oldest of them has been due.', async () =>
    (await read()).jobs.map(({ kind, oldestSeconds }) => [{ kind }, oldestSeconds]),
  )
}
