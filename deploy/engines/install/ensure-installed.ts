import { chmod, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { takeLock } from '@portal/build/take-lock'
import type { Engine, EngineInstance } from '../engine.ts'

type Installation = Pick<EngineInstance, 'programs' | 'tools' | 'note'>

/** What can be installed into a folder of its release. */
export type Installable = Pick<Engine, 'release' | 'diskMb' | 'install'> & { readonly name: string }

/** Fills the folder of its programs. Concurrent calls install once; the final rename is atomic. */
export async function ensureInstalled(engine: Installable, instance: Installation): Promise<void> {
  if (await exists(instance.programs)) return
  const waiting = () => instance.note(`${engine.name}: waiting for another process that is installing it`)
  using _lock = await takeLock(join(dirname(instance.programs), `.${engine.release}.lock`), waiting)
  if (!(await exists(instance.programs))) await install(engine, instance)
}

async function install(engine: Installable, { programs, tools, note }: Installation): Promise<void> {
  const folder = dirname(programs)
  const prefix = `.${engine.release}-`
  // We hold the lock, so these are leftovers of a killed run.
  for (const left of await readdir(folder)) {
    if (left.startsWith(prefix)) await rm(join(folder, left), { recursive: true, force: true })
  }
  await assertDisk(folder, engine)
  const staging = join(folder, `${prefix}${process.pid}`)
  await mkdir(staging, { mode: 0o755 })
  note(`${engine.name}: installing ${engine.release} in ${folder}`)
  const startedAt = performance.now()
  try {
    await engine.install(staging, tools)
    await chmod(staging, 0o755)
    await rename(staging, programs)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
  note(`${engine.name}: installed (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
}

async function assertDisk(folder: string, { name, diskMb }: Installable): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (freeMb >= diskMb) return
  throw new Error(
    `Installing ${name} takes ${diskMb} MB of disk and ${folder} has ${freeMb} MB left; make room there, or set XDG_CACHE_HOME to a larger disk.`,
  )
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
