import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { callSupervisor } from './supervisor-client.ts'
import { type SupervisorAccess, type SupervisorOrder, SupervisorReport } from './supervisor-order.ts'

export interface Supervisor {
  readonly access: SupervisorAccess
  /** Starts engines in parallel; resolves when all are ready, rejects with the first failure. */
  start(names: readonly string[]): Promise<void>
  /** Unreferences it. With a run file it outlives this process. */
  release(): void
  /** Stops its engines; resolves when it has exited. */
  stop(): Promise<void>
}

/** Starts a supervisor without any engines. */
export async function startSupervisor(
  order: SupervisorOrder,
  note: (line: string) => void,
): Promise<Supervisor> {
  const file = fileURLToPath(new URL('./supervisor.ts', import.meta.url))
  const messages = await messagesOf(order)
  const child = fork(file, [JSON.stringify(order)], {
    // Its own process group: Ctrl-C must not end engines that are still in use.
    detached: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', messages?.fd ?? 'ignore', messages?.fd ?? 'inherit', 'ipc'],
  })
  await messages?.close()
  const access = await new Promise<SupervisorAccess>((opened, failed) => {
    child.on('error', failed)
    child.on('exit', () =>
      failed(new Error('The supervisor of the engines ended; its message is above or beside its run file.')),
    )
    child.on('message', (message) => {
      const report = SupervisorReport.parse(message)
      if (report.kind === 'open') opened(report.access)
      else note(report.line)
    })
  })
  return {
    access,
    start: async (names) => {
      await Promise.all(names.map((name) => callSupervisor(access, `/${name}/start`)))
    },
    release: () => {
      child.unref()
      child.channel?.unref()
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

/** A background supervisor must not inherit our output: readers would never see its end. */
async function messagesOf({ runFile }: SupervisorOrder): Promise<FileHandle | null> {
  return runFile === undefined ? null : open(`${runFile}.log`, 'a', 0o600)
}
