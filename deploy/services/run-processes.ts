import { programOf } from '../standalone/load-part.ts'
import type { Runner } from '../standalone/start-portal.ts'
import { type ProcessName, processesOf, type Topology } from '../standalone/topology.ts'
import { readPassedOn } from './config.ts'
import { type PartProcess, startPartProcess } from './part-process.ts'

/** Starts one part of the topology as a process. */
export function startPart(name: ProcessName, topology: Topology, note: (line: string) => void): PartProcess {
  const environment = { ...readPassedOn(), ...topology[name] }
  return startPartProcess({ name, entry: programOf(name), environment, note })
}

/** Runs each part as a process of its own; readiness is for `/api/status` to tell. */
export const runProcesses: Runner = async (topology, progress) => {
  const parts = new Map<ProcessName, PartProcess>()
  for (const name of processesOf(topology)) {
    await progress(`Starting ${name}`, async () => {
      parts.set(name, startPart(name, topology, progress.note))
    })
  }
  return {
    broken: Promise.race([...parts.values()].map((part) => part.broken)),
    // The gateway first, so that nobody is let in any more; then the others at once.
    stop: async () => {
      await parts.get('gateway')?.stop()
      await Promise.all([...parts.values()].map((part) => part.stop()))
    },
  }
}
