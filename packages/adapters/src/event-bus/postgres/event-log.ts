import type { EventEnvelope } from '@portal/contracts/events'
import type { Database, TransactionKind } from '@portal/service-kit/database/open-database'
import type { GroupLag, Redaction } from '@portal/service-kit/ports/event-bus'
import { type SQL, sql } from 'drizzle-orm'
import type { PositionedEvent } from '../key-lanes.ts'

/** Channel of the hint that a topic grew; the payload is its name. */
export const grownChannel = 'portal_log'

const trimBatch = 5000

/**
 * The embedded event log, one table. A topic's row stays locked from drawing a position to the
 * commit, so positions become visible in order. (With a sequence or transaction ids, a late commit
 * could appear behind a reader.) Positions of a topic begin at 1 and have no gaps.
 */
export class EventLog {
  readonly #database: Database
  #prepared: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** Appends in the given order; durable when it resolves. */
  async append(topic: string, events: readonly EventEnvelope[]): Promise<void> {
    const count = events.length
    if (count === 0) return
    await this.#query(sql`
      with head as (
        insert into topics (name, last_position) values (${topic}, ${count}::int)
        on conflict (name) do update set last_position = topics.last_position + excluded.last_position
        returning last_position
      ), appended as (
        insert into log (topic, position, event)
        select ${topic}, head.last_position - ${count}::int + e.ordinal, e.event
        from head, json_array_elements(${JSON.stringify(events)}::text::json) with ordinality as e (event, ordinal)
      )
      select pg_notify(${grownChannel}, ${topic})`)
  }

  /** Events after a position, in order. */
  async read(topic: string, after: number, limit: number): Promise<PositionedEvent[]> {
    const rows = await this.#query<{ position: string; event: EventEnvelope }>(
      sql`select position, event from log where topic = ${topic} and position > ${after} order by position limit ${limit}`,
      { isReadOnly: true },
    )
    return rows.map((row) => ({ position: Number(row.position), event: row.event }))
  }

  /** The last position of a topic; 0 when it has none. */
  async end(topic: string): Promise<number> {
    const [row] = await this.#query<{ end: string }>(
      sql`select last_position as end from topics where name = ${topic}`,
      { isReadOnly: true },
    )
    return Number(row?.end ?? 0)
  }

  /** A group's position in a topic; 0 is the beginning. */
  async position(group: string, topic: string): Promise<number> {
    const [row] = await this.#query<{ position: string }>(sql`
      insert into group_positions (consumer_group, topic) values (${group}, ${topic})
      on conflict (consumer_group, topic) do update set position = group_positions.position
      returning position`)
    return Number(row?.position ?? 0)
  }

  /** Advances a group. False if someone else moved it: the caller is no longer the consumer. */
  async move(group: string, topic: string, step: { from: number; to: number }): Promise<boolean> {
    const rows = await this.#query(sql`
      update group_positions set position = ${step.to}
      where consumer_group = ${group} and topic = ${topic} and position = ${step.from} returning 1`)
    return rows.length > 0
  }

  async lag(group: string, topics: readonly string[]): Promise<GroupLag[]> {
    const rows = await this.#query<{ topic: string; behind: string }>(sql`
      select t.name as topic, t.last_position - greatest(coalesce(g.position, 0), coalesce(
        (select min(l.position) - 1 from log l where l.topic = t.name), t.last_position)) as behind
      from topics t left join group_positions g on g.topic = t.name and g.consumer_group = ${group}
      where t.name in (select json_array_elements_text(${JSON.stringify(topics)}::text::json))`)
    const behind = new Map(rows.map((row) => [row.topic, Number(row.behind)]))
    return topics.map((topic) => ({ topic, behind: behind.get(topic) ?? 0 }))
  }

  /** Overwrites fields of stored events, in steps that hold no lock for long. */
  async redact(topic: string, { type, userId, values }: Redaction): Promise<void> {
    const end = await this.end(topic)
    for (let from = 0; from < end; from += trimBatch) {
      await this.#query(sql`
        update log set event = jsonb_set(event::jsonb, '{data}', (event::jsonb -> 'data') || ${JSON.stringify(values)}::text::jsonb)::json
        where topic = ${topic} and position > ${from} and position <= ${from + trimBatch}
          and event ->> 'type' = ${type} and event -> 'data' ->> 'userId' = ${userId}`)
    }
  }

  /** Deletes older events, from the beginning of each topic. */
  async trim(olderThanMs: number): Promise<void> {
    for (const { name } of await this.#query<{ name: string }>(sql`select name from topics`)) {
      for (let removed = trimBatch; removed === trimBatch; ) {
        const rows = await this.#query(sql`
          delete from log where topic = ${name} and published_at < now() - ${olderThanMs} * interval '1 millisecond'
            and position in (select position from log where topic = ${name} order by position limit ${trimBatch})
          returning 1`)
        removed = rows.length
      }
    }
  }

  async check(): Promise<void> {
    await this.#query(sql`select 1 from topics limit 1`)
  }

  async #query<Row extends Record<string, unknown>>(statement: SQL, kind: TransactionKind = {}) {
    this.#prepared ??= this.#prepare()
    try {
      await this.#prepared
    } catch (error) {
      this.#prepared = null
      throw error
    }
    return this.#database.platformTx((db) => db.execute<Row>(statement), kind)
  }

  #prepare(): Promise<void> {
    return this.#database.platformTx(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('portal_log', 0))`)
      await db.execute(sql`
        create table if not exists topics (name text primary key, last_position bigint not null)`)
      await db.execute(sql`
        create table if not exists log (
          topic text not null, position bigint not null, event json not null,
          published_at timestamptz not null default now(), primary key (topic, position))`)
      await db.execute(sql`
        create table if not exists group_positions (
          consumer_group text not null, topic text not null, position bigint not null default 0,
          primary key (consumer_group, topic))`)
    })
  }
}
