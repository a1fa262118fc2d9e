import { chmod, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { MissingPrerequisite } from './missing-prerequisite.ts'
import { takeLock } from './take-lock.ts'
import type { Tools } from './tools.ts'

export interface InstallOptions {
  /** Shared by all engines. */
  readonly folder: string
  readonly tools: Tools
  readonly note: (line: string) => void
}

/** Folder of the engine's programs. Concurrent calls install once; the final rename is atomic. */
export async function ensureInstalled(engine: Engine, options: InstallOptions): Promise<string> {
  const { folder, note } = options
  const target = join(folder, engine.release)
  if (await exists(target)) return target
  const waiting = () => note(`${engine.name}: waiting for another process that is installing it`)
  using _lock = await takeLock(join(folder, `.${engine.release}.lock`), waiting)
  if (!(await exists(target))) await install(engine, target, options)
  return target
}

async function install(engine: Engine, target: string, options: InstallOptions): Promise<void> {
  const { folder, tools, note } = options
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
    await rename(staging, target)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
  note(`${engine.name}: installed (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
}

async function assertDisk(folder: string, { name, diskMb }: Engine): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (freeMb >= diskMb) return
  throw new MissingPrerequisite(
    `Installing ${name} takes ${diskMb} MB of disk and ${folder} has ${freeMb} MB left; make room there, or set XDG_CACHE_HOME to a larger disk.`,
  )
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
