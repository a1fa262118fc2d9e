import { z } from 'zod'

/** Messages of the supervisor. */
export const SupervisorOrder = z.object({
  binaries: z.string(),
  root: z.string(),
  cluster: z.string(),
  logFile: z.string(),
  supervisorFile: z.string(),
  settingsFile: z.string(),
  accessFile: z.string(),
  /** Of the account to run Postgres as, also its gid; our own by default. */
  uid: z.number().optional(),
  port: z.number(),
  /** How many at most, if not the portal's own number. */
  connections: z.number().optional(),
  /** Deletes `root` once Postgres has stopped. */
  isTemporary: z.boolean(),
})
export type SupervisorOrder = z.infer<typeof SupervisorOrder>

/** What the supervisor reports to the portal. */
export const SupervisorReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('restarting'), output: z.string() }),
  z.object({ kind: z.literal('failed'), output: z.string() }),
])
export type SupervisorReport = z.infer<typeof SupervisorReport>

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A portal needs about 120; tests run two and more on one server.
  max_connections: '300',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // No replica reads this log, so it need not contain what one would need.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Parallel plans use shared memory, which containers limit to 64 MB, and gain nothing at this
  // size.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Plans after many uploads at once, before which a table was small.
  autovacuum_naptime: '10s',
  default_text_search_config: 'pg_catalog.english',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %u@%d ',
  log_statement: 'none',
  // A failing statement may contain an event: only the error is logged, no data.
  log_min_error_statement: 'panic',
}

/** The arguments of `postgres` for an order. */
export function postgresArguments(order: SupervisorOrder): string[] {
  // Temporary data need not survive a power cut.
  const files = { config_file: order.settingsFile, hba_file: order.accessFile }
  const { connections } = order
  const chosen = {
    ...settings,
    ...files,
    ...(order.isTemporary && { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
    ...(connections !== undefined && { max_connections: String(connections) }),
  }
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', order.cluster, '-p', String(order.port), ...options]
}
