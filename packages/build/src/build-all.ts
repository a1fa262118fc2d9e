import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commonInputs, type FrontEnd, frontEnds, inputsOf, workspaceRoot } from './build-plan.ts'
import { digestOf } from './file-tree.ts'
import { takeLock } from './take-lock.ts'

interface BuildAllOptions {
  readonly workspace?: string
  /** Names of front ends; all when absent. */
  readonly only?: readonly string[]
  /** Builds even what has not changed. */
  readonly force?: boolean
  readonly log?: (line: string) => void
}

/** A front end built into its `dist` folder, just now or earlier. */
export interface BuildResult extends FrontEnd {
  readonly folder: string
  readonly isFresh: boolean
}

/**
 * Builds the shell and every remote into `<package>/dist`, skipping those whose inputs have not
 * changed. A failed or killed build leaves the previous one in place. Of several processes that
 * build a checkout at once, one does and the others wait for it.
 */
export async function buildAll(options: BuildAllOptions = {}): Promise<BuildResult[]> {
  const { workspace = workspaceRoot, force = false, only, log } = options
  const modules = join(workspace, 'node_modules')
  await mkdir(modules, { recursive: true })
  const waiting = () => log?.('waiting for another build of this checkout')
  using _lock = await takeLock(join(modules, '.portal-build.lock'), waiting)
  const common = await digestOf(commonInputs(workspace))
  const results: BuildResult[] = []
  for (const frontEnd of await frontEnds(workspace)) {
    if (only && !only.includes(frontEnd.name)) continue
    const started = performance.now()
    const folder = join(frontEnd.root, 'dist')
    const digest = `${await digestOf(inputsOf(frontEnd))} ${common}`
    const stamp = await readFile(join(folder, '.inputs'), 'utf8').catch(() => '')
    const isFresh = force || stamp !== digest
    if (isFresh) await replaceBuild(frontEnd, folder, digest)
    const durationMs = Math.round(performance.now() - started)
    log?.(`${frontEnd.name} ${isFresh ? `built in ${durationMs} ms` : 'unchanged'}`)
    results.push({ ...frontEnd, folder, isFresh })
  }
  return results
}

async function replaceBuild(frontEnd: FrontEnd, folder: string, digest: string): Promise<void> {
  const next = `${folder}.next`
  await rm(next, { recursive: true, force: true })
  // Loaded for this alone: the bundler takes longer to load than unchanged inputs to be compared.
  const { buildInto } = await import('./build-front-end.ts')
  await buildInto(frontEnd, next)
  await writeFile(join(next, '.inputs'), digest)
  await rm(folder, { recursive: true, force: true })
  await rename(next, folder)
}

if (import.meta.main) {
  const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const force = process.argv.includes('--force')
  await buildAll({ force, log: console.log, ...(only.length > 0 && { only }) })
}
