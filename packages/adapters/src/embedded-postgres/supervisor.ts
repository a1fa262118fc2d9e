import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '@portal/service-kit/sleep'
import { postgresAccount } from './postgres-account.ts'
import { readPostmaster, stopPostmaster } from './postmaster.ts'
import { postgresArguments, SupervisorOrder, type SupervisorReport } from './supervisor-order.ts'

// A process between the portal and Postgres. When the parent dies, by whatever signal, the IPC
// channel closes and Postgres is stopped. A Postgres that crashes is restarted on the same port.
const logFileMaxBytes = 10 * 1024 * 1024
const failuresInRowMax = 20
const settledAfterMs = 30_000
const order = SupervisorOrder.parse(JSON.parse(process.argv[2] ?? 'null'))
let isStopping = false
let postmaster: ChildProcess | null = null

process.on('disconnect', stop)
process.on('message', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

if (!process.connected) stop()
await writeFile(order.supervisorFile, JSON.stringify({ pid: process.pid, parentPid: process.ppid }))
await supervise()
await rm(order.isTemporary ? order.root : order.supervisorFile, { recursive: true, force: true })
process.exit()

async function supervise(): Promise<void> {
  let wasReady = false
  let failuresInRow = 0
  while (!isStopping) {
    const startedAt = performance.now()
    const { isReady, output } = await runPostmaster()
    if (isStopping) return
    wasReady ||= isReady
    failuresInRow = performance.now() - startedAt > settledAfterMs ? 1 : failuresInRow + 1
    if (!wasReady || failuresInRow > failuresInRowMax) {
      report({ kind: 'failed', output })
      return
    }
    report({ kind: 'restarting', output })
    await sleep(50 * failuresInRow)
  }
}

/** One run of the postmaster, from start to exit, with its log output. */
async function runPostmaster(): Promise<{ isReady: boolean; output: string }> {
  const log = await openLog()
  try {
    const start = (await log.stat()).size
    const child = spawn(join(order.binaries, 'bin', 'postgres'), postgresArguments(order), {
      ...postgresAccount(),
      cwd: order.root,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', log.fd, log.fd],
    })
    postmaster = child
    const ended = once(child, 'exit').then(
      ([code, signal]) => `exit ${signal ?? code}`,
      (error: unknown) => String(error),
    )
    if (isStopping) stop()
    const isReady = await becomesReady(child)
    if (isReady) report({ kind: 'ready' })
    const reason = await ended
    return { isReady, output: `${reason}\n${await readFrom(log, start)}` }
  } finally {
    postmaster = null
    await log.close()
  }
}

/**
 * False if the postmaster exited before it accepted connections. Recovery after a crash may take
 * long.
 */
async function becomesReady(child: ChildProcess): Promise<boolean> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const record = await readPostmaster(order.cluster)
    if (record?.pid === child.pid && record.isReady) return true
    await sleep(15)
  }
  return false
}

function stop(): void {
  isStopping = true
  if (postmaster?.pid !== undefined) void stopPostmaster(postmaster.pid)
}

function report(message: SupervisorReport): void {
  if (process.connected) process.send?.(message)
}

async function openLog(): Promise<FileHandle> {
  const size = await stat(order.logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logFileMaxBytes) await rename(order.logFile, `${order.logFile}.1`)
  return open(order.logFile, 'a+', 0o600)
}

async function readFrom(log: FileHandle, start: number): Promise<string> {
  const buffer = Buffer.alloc(16_384)
  const { bytesRead } = await log.read({ buffer, position: start })
  return buffer.toString('utf8', 0, bytesRead)
}
