import { workspaceRoot } from '@portal/build/build-plan'
import type { PartProcess } from '../services/part-process.ts'
import { startPart } from '../services/run-processes.ts'
import type { Runner } from '../standalone/start-portal.ts'
import { type ProcessName, processesOf, processNames } from '../standalone/topology.ts'
import { watchSavedFiles } from './saved-files.ts'

/** What every part is made of. */
const shared = ['packages/contracts/src', 'packages/service-kit/src', 'packages/adapters/src']

/** What one part alone is made of. */
function foldersOf(name: ProcessName): readonly string[] {
  return [`services/${name}/src`, `services/${name}/drizzle`]
}

/** The parts that a saved file is part of. */
export function partsOf(file: string): readonly ProcessName[] {
  const isIn = (folder: string) => file.startsWith(`${folder}/`)
  return shared.some(isIn) ? processNames : processNames.filter((name) => foldersOf(name).some(isIn))
}

/** Runs each part as a process of its own and starts it again when a file that it is made of is saved. */
export const runWatched: Runner = async (topology, progress) => {
  const parts = new Map<ProcessName, PartProcess>()
  const start = (name: ProcessName) => {
    const part = startPart(name, topology, progress.note)
    part.broken.catch(() => progress.note(`${name} is started again when a file of it is saved`))
    parts.set(name, part)
  }
  const restart = async (name: ProcessName) => {
    await parts.get(name)?.stop()
    start(name)
  }
  for (const name of processesOf(topology)) await progress(`Starting ${name}`, async () => start(name))
  // One restart after the other, so that a save during a restart brings the next and never a second process.
  let restarts = Promise.resolve()
  const watcher = watchSavedFiles({
    root: workspaceRoot,
    folders: [...shared, ...processNames.flatMap(foldersOf)],
    onSaved: (files) => {
      const concerned = processNames.filter((name) => files.some((file) => partsOf(file).includes(name)))
      progress.note(`${files.join(', ')} saved: ${concerned.join(', ')} restarting`)
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
