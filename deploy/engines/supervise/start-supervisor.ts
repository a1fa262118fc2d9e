import { open } from 'node:fs/promises'
import { startProgram } from '@portal/adapters/processes/start-program'
import { callSupervisor } from './supervisor-client.ts'
import { type SupervisorAccess, type SupervisorOrder, SupervisorReport } from './supervisor-order.ts'

export interface Supervisor {
  readonly access: SupervisorAccess
  /** Starts engines in parallel; resolves when all are ready, rejects with the first failure. */
  start(names: readonly string[]): Promise<void>
  /** Stops its engines; resolves when it has exited. */
  stop(): Promise<void>
}

/** Starts a supervisor without any engines. With a run file it outlives this process. */
export async function startSupervisor(
  order: SupervisorOrder,
  note: (line: string) => void,
): Promise<Supervisor> {
  // A background supervisor must not inherit our output: readers would never see its end.
  await using log = order.runFile === undefined ? null : await open(`${order.runFile}.log`, 'a', 0o600)
  const { opened: access, stop } = await startProgram({
    program: new URL('./supervisor.ts', import.meta.url),
    order,
    output: log?.fd,
    failure: () =>
      new Error('The supervisor of the engines ended; its message is above or beside its run file.'),
    onMessage: (message) => {
      const report = SupervisorReport.parse(message)
      if (report.kind === 'open') return report.access
      return void note(report.line)
    },
  })
  const start = async (names: readonly string[]) => {
    await Promise.all(names.map((name) => callSupervisor(access, `/${name}/start`)))
  }
  return { access, start, stop }
}
