import { fork } from 'node:child_process'
import { type Supervision, supervise } from '@portal/adapters/processes/supervise'
import { servingOptions } from '@portal/tools/bootstrap/serving-options'
import { programOf } from '../standalone/load-part.ts'
import type { Runner } from '../standalone/start-portal.ts'
import { type ProcessName, processesOf, type Topology } from '../standalone/topology.ts'
import { readPassedOn } from './config.ts'

/** SQLite is experimental in Node; KafkaJS 2.2.4 sets overdue timers, about which Node 24 warns. */
const quiet = ['ExperimentalWarning', 'TimeoutNegativeWarning'].map((name) => `--disable-warning=${name}`)
const execArgv = [...quiet, ...servingOptions]

export interface PartEvents {
  readonly note: (line: string) => void
  /** Called when it keeps crashing. */
  readonly onGivenUp: (name: ProcessName) => void
}

/** Starts the part and restarts it when it crashes, giving up after three quick exits in a row. */
export function startPart(name: ProcessName, topology: Topology, events: PartEvents): Supervision {
  return supervise({
    launch: () => fork(programOf(name), { env: { ...readPassedOn(), ...topology[name] }, execArgv }),
    endSteps: [{ signal: 'SIGTERM', waitMs: 25_000 }],
    settledAfterMs: 30_000,
    failuresMax: 3,
    pauseMs: 500,
    onEnd: ({ reason, isRestarted }) => {
      events.note(`${name} ended (${reason})`)
      if (!isRestarted) events.onGivenUp(name)
    },
  })
}

/** Runs each part in its own process; `/api/status` reports readiness. */
export const runProcesses: Runner = async (topology, { note }) => {
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => 'only the start awaits it')
  const onGivenUp = (name: ProcessName) =>
    broken.reject(new Error(`${name} does not start; its messages are above.`))
  const parts = new Map(
    processesOf(topology).map((name) => [name, startPart(name, topology, { note, onGivenUp })]),
  )
  return {
    broken: broken.promise,
    // The gateway first, so that no requests arrive any more; then the others in parallel.
    stop: async () => {
      await parts.get('gateway')?.stop()
      await Promise.all([...parts.values()].map((part) => part.stop()))
    },
  }
}
