import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/open-database.ts'
import { Alarm } from '../sleep.ts'
import { deadLetters, inbox } from '../tables.ts'
import type { Consumer } from './consumers.ts'

/** `tokens` as in the header x-portal-seen: comma-separated `type:id`. `group` is the service. */
export interface SeenOptions {
  readonly tokens: string
  readonly group: string
  readonly consumers: readonly Consumer[]
  readonly deadlineMs?: number
}

const tokensMax = 100
const pollMs = 25
const token = /^([a-z][a-z.-]*):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Read your own writes (decision 62): resolves when those events that this service consumes are
 * handled, or at the deadline (2 s by default). Ignores invalid tokens. Throws DatabaseUnavailable.
 */
export async function awaitSeen(database: Database, options: SeenOptions): Promise<void> {
  const known = knownEvents(database)
  const types = new Set(options.consumers.map((consumer) => consumer.definition.type))
  let missing = consumedIds(options.tokens, types).filter((id) => !known.has(id))
  if (missing.length === 0) return
  const deadline = Date.now() + (options.deadlineMs ?? 2000)
  const alarm = new Alarm()
  const forget = database.onHint('inbox', () => alarm.ring())
  try {
    for (;;) {
      const handled = await handledAmong(database, options.group, missing)
      for (const id of handled) known.set(id, true)
      missing = missing.filter((id) => !handled.has(id))
      const leftMs = deadline - Date.now()
      if (missing.length === 0 || leftMs <= 0) return
      await alarm.sleep(Math.min(pollMs, leftMs))
    }
  } finally {
    forget()
  }
}

function consumedIds(tokens: string, types: ReadonlySet<string>): string[] {
  const ids = tokens.split(',').flatMap((part) => {
    const [, type = '', id = ''] = token.exec(part.trim()) ?? []
    return types.has(type) ? [id] : []
  })
  return [...new Set(ids)].slice(-tokensMax)
}

/** Dead letters count as handled: waiting longer would not bring their effect. */
async function handledAmong(
  database: Database,
  group: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = sql`(select unnest(${`{${ids.join(',')}}`}::text::uuid[]))`
  const rows = await database.platformTx(
    (db) =>
      db.execute<{ id: string }>(sql`
      select event_id as id from ${inbox} where event_id in ${wanted} and consumer = ${group}
      union all select event_id from ${deadLetters} where event_id in ${wanted} and consumer = ${group}`),
    { isReadOnly: true },
  )
  return new Set(rows.map((row) => row.id))
}

const knownMax = 10_000
const knownByDatabase = new WeakMap<Database, LRUCache<string, true>>()

/** Sessions send their tokens with every request: a token seen once costs no further query. */
function knownEvents(database: Database): LRUCache<string, true> {
  const known = knownByDatabase.get(database) ?? new LRUCache<string, true>({ max: knownMax })
  knownByDatabase.set(database, known)
  return known
}
