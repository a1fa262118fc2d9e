import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
/** Beside the first version's trees, the second's: it has no controllers, but keeps processes. */
const unified = 'unified'

/** Roots of the machine's cgroups: one, or one for each controller of the first version. */
export async function cgroupTrees(): Promise<readonly string[]> {
  const names = await readdir(root)
  if (names.includes('cgroup.controllers')) return [root]
  return names.filter((name) => name !== unified).map((name) => join(root, name))
}

/** Makes a cgroup's share of the processors that of so many processes beside it. */
export async function weigh(folder: string, processes: number): Promise<void> {
  const files = await readdir(folder)
  const weights = { 'cpu.shares': processes * 1024, 'cpu.weight': processes * 100 }
  for (const [file, weight] of Object.entries(weights))
    if (files.includes(file)) await writeFile(join(folder, file), String(weight))
}

/** Moves this process, and what it starts, into a cgroup that shares processors by its weight. */
export async function joinCgroup(name: string, processes: number): Promise<void> {
  for (const tree of await cgroupTrees()) {
    // In the others of the first version it stays where it is.
    if (tree !== root && !tree.endsWith('/cpu')) continue
    const folder = join(tree, name)
    await mkdir(folder, { recursive: true })
    await weigh(folder, processes)
    await writeFile(join(folder, 'cgroup.procs'), '0')
  }
}

/** Removes what is left of a cgroup once its processes have ended. */
export async function removeCgroups(name: string): Promise<void> {
  for (const tree of [...(await cgroupTrees()), join(root, unified)]) await removeCgroup(join(tree, name))
}

async function removeCgroup(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeCgroup(join(folder, entry.name))
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
