import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { supervise } from '../processes/supervise.ts'
import { predecessorEnding } from './embedded-postgres-error.ts'
import { postmasterEnd, readPostmaster } from './postmaster.ts'
import { postgresArguments, SupervisorOrder, type SupervisorReport } from './supervisor-order.ts'

// A process between the portal and Postgres. When the parent dies, by whatever signal, the IPC
// channel closes and Postgres is stopped. A Postgres that crashes is restarted on the same port.
const order = SupervisorOrder.parse(JSON.parse(process.argv[2] ?? 'null'))
await writeFile(order.supervisorFile, JSON.stringify({ pid: process.pid, parentPid: process.ppid }))
const postgres = supervise({
  launch: (output) =>
    spawn(join(order.binaries, 'bin', 'postgres'), postgresArguments(order), {
      ...(order.uid !== undefined && { uid: order.uid, gid: order.uid }),
      cwd: order.root,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', output, output],
    }),
  logFile: order.logFile,
  // No limit: recovery after a crash may take long.
  probe: { isReady, everyMs: 15 },
  endSteps: postmasterEnd,
  settledAfterMs: 30_000,
  firstFailuresMax: 1,
  failuresMax: 20,
  pauseMs: 50,
  isNoFailure: ({ output }) => predecessorEnding.test(output),
  onReady: () => report({ kind: 'ready' }),
  onEnd: ({ isRestarted, reason, output }) =>
    report({ kind: isRestarted ? 'restarting' : 'failed', output: `${reason}\n${output}` }),
})
const stop = () => void postgres.stop()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop)
if (!process.connected) stop()
await postgres.over
await rm(order.isTemporary ? order.root : order.supervisorFile, { recursive: true, force: true })
process.exit()

async function isReady(pid: number): Promise<boolean> {
  const record = await readPostmaster(order.cluster)
  return record?.pid === pid && record.isReady
}

function report(message: SupervisorReport): void {
  if (process.connected) process.send?.(message)
}
