import type { DatabaseName } from '@portal/deploy/standalone/topology'
import type { WatchedPortal } from './watched-portal.ts'

/** A table whose writes do something else, where `when` (of `new` and `old`) holds. */
export interface DisturbedTable {
  readonly database: DatabaseName
  readonly table: string
  readonly on: 'insert' | 'update' | 'insert or update'
  readonly when?: string
  /** PL/pgSQL; `return null` skips the write. */
  readonly instead: string
}

const name = 'drill_disturbs'

export async function disturbTable(portal: WatchedPortal, disturbed: DisturbedTable): Promise<void> {
  const { database, table, on, when = 'true', instead } = disturbed
  await portal.run(
    database,
    `create function ${name}() returns trigger language plpgsql as $$ begin ${instead} return new; end $$`,
  )
  await portal.run(
    database,
    `create trigger ${name} before ${on} on ${table} for each row when (${when}) execute function ${name}()`,
  )
}

export async function leaveTable(portal: WatchedPortal, { database }: DisturbedTable): Promise<void> {
  await portal.run(database, `drop function ${name} cascade`)
}
