import { programOf } from '../standalone/load-part.ts'
import type { Runner } from '../standalone/start-portal.ts'
import { type ProcessName, processesOf, type Topology } from '../standalone/topology.ts'
import { readPassedOn } from './config.ts'
import { type PartProcess, startPartProcess } from './part-process.ts'

export function startPart(name: ProcessName, topology: Topology, note: (line: string) => void): PartProcess {
  const environment = { ...readPassedOn(), ...topology[name] }
  return startPartProcess({ name, entry: programOf(name), environment, note })
}

/** Runs each part in its own process; `/api/status` reports readiness. */
export const runProcesses: Runner = async (topology, progress) => {
  const parts = new Map<ProcessName, PartProcess>()
  for (const name of processesOf(topology)) {
    await progress(`Starting ${name}`, async () => {
      parts.set(name, startPart(name, topology, progress.note))
    })
  }
  return {
    broken: Promise.race([...parts.values()].map((part) => part.broken)),
    // The gateway first, so that no requests arrive any more; then the others in parallel.
    stop: async () => {
      await parts.get('gateway')?.stop()
      await Promise.all([...parts.values()].map((part) => part.stop()))
    },
  }
}
