import type { Supervision } from '@portal/adapters/processes/supervise'
import { workspaceRoot } from '@portal/build/build-plan'
import { startPart } from '../services/run-processes.ts'
import type { Runner } from '../standalone/start-portal.ts'
import { type ProcessName, processesOf, processNames } from '../standalone/topology.ts'
import { watchSavedFiles } from './saved-files.ts'

/** Sources compiled into every part. */
const shared = ['packages/contracts/src', 'packages/service-kit/src', 'packages/adapters/src']

/** Sources of one part. */
function foldersOf(name: ProcessName): readonly string[] {
  return [`services/${name}/src`, `services/${name}/drizzle`]
}

/** The parts affected by a saved file. */
export function partsOf(file: string): readonly ProcessName[] {
  const isIn = (folder: string) => file.startsWith(`${folder}/`)
  return shared.some(isIn) ? processNames : processNames.filter((name) => foldersOf(name).some(isIn))
}

/** Runs each part in its own process and restarts it when one of its source files is saved. */
export const runWatched: Runner = async (topology, { note }) => {
  const parts = new Map<ProcessName, Supervision>()
  const onGivenUp = (name: ProcessName) => note(`${name} restarts when one of its files is saved`)
  const start = (name: ProcessName) => parts.set(name, startPart(name, topology, { note, onGivenUp }))
  const restart = async (name: ProcessName) => {
    await parts.get(name)?.stop()
    start(name)
  }
  for (const name of processesOf(topology)) start(name)
  // Restarts are sequential: a save during a restart queues another, never a second process.
  let restarts = Promise.resolve()
  const watcher = watchSavedFiles({
    root: workspaceRoot,
    folders: [...shared, ...processNames.flatMap(foldersOf)],
    onSaved: (files) => {
      const concerned = processNames.filter((name) => files.some((file) => partsOf(file).includes(name)))
      note(`${files.join(', ')} saved: ${concerned.join(', ')} restarting`)
      restarts = restarts.then(async () => {
        await Promise.all(concerned.filter((name) => parts.has(name)).map(restart))
      })
    },
  })
  return {
    stop: async () => {
      watcher.close()
      await restarts
      await Promise.all([...parts.values()].map((part) => part.stop()))
    },
  }
}
