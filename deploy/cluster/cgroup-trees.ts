import { readdir, rmdir } from 'node:fs/promises'
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
