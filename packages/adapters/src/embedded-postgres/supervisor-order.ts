import { z } from 'zod'

/** What the portal tells its supervisor to run, as JSON in the first argument. It holds no secret. */
export const SupervisorOrder = z.object({
  binaries: z.string(),
  root: z.string(),
  cluster: z.string(),
  logFile: z.string(),
  supervisorFile: z.string(),
  port: z.number(),
  /** Remove `root` once Postgres has stopped. */
  isTemporary: z.boolean(),
})
export type SupervisorOrder = z.infer<typeof SupervisorOrder>

/** What the supervisor tells the portal. */
export const SupervisorReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('restarting'), output: z.string() }),
  z.object({ kind: z.literal('failed'), output: z.string() }),
])
export type SupervisorReport = z.infer<typeof SupervisorReport>

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // No replica reads this log, so it need not carry what one would want.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Parallel plans take shared memory that containers ration to 64 MB, and win nothing at this size.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %u@%d ',
  log_statement: 'none',
  // A statement that fails may carry an event: the log of Postgres gets the error, and no data.
  log_min_error_statement: 'panic',
}

/** The arguments of `postgres` for an order. */
export function postgresArguments(order: SupervisorOrder): string[] {
  // What is thrown away anyway need not survive a power cut.
  const chosen = order.isTemporary ? { ...settings, fsync: 'off' } : settings
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', order.cluster, '-p', String(order.port), ...options]
}
