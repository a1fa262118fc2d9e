import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import { type Configuration, rspack, type Stats } from '@rspack/core'
import type { BuildMode } from './base-config.ts'
import { type FrontEnd, frontEnds, inputsOf, workspaceRoot } from './build-plan.ts'
import { describeRemote } from './describe-remote.ts'
import { digestOf, filesBelow } from './file-tree.ts'
import { writeIndexPage } from './index-page.ts'
import { renderConfig, renderSource } from './render-config.ts'
import { takeLock } from './take-lock.ts'

const compressedBytesMin = 1024

/** What a front end's `rspack.config.ts` exports: its build for a mode and an address. */
export type BuildFile = (how: { readonly mode: BuildMode; readonly publicPath?: string }) => Configuration

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
  const results: BuildResult[] = []
  for (const frontEnd of await frontEnds(workspace)) {
    if (only && !only.includes(frontEnd.name)) continue
    const started = performance.now()
    const folder = join(frontEnd.root, 'dist')
    const digest = await digestOf(inputsOf(frontEnd, workspace))
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
  await buildInto(frontEnd, next)
  await writeFile(join(next, '.inputs'), digest)
  await rm(folder, { recursive: true, force: true })
  await rename(next, folder)
}

async function buildInto(frontEnd: FrontEnd, folder: string): Promise<void> {
  const config = (await loadBuildFile(frontEnd))({ mode: 'production' })
  const stats = await runBuild({ ...config, output: { ...config.output, path: folder } })
  if (frontEnd.kind === 'shell') await writeIndexPage(frontEnd.root, folder, stats)
  else {
    if (existsSync(join(frontEnd.root, renderSource)))
      await runBuild(renderConfig({ root: frontEnd.root, folder }))
    await describeRemote({ folder, manifest: await loadManifest(frontEnd), stats })
  }
  await compressFiles(folder)
}

/** Runs one build to its end. Rejects with every compile error in one message. */
export async function runBuild(config: Configuration): Promise<Stats> {
  const compiler = rspack(config)
  try {
    const stats = await promisify(compiler.run.bind(compiler))()
    if (!stats) throw new Error('No result')
    if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: false }))
    return stats
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()))
  }
}

/** Writes `<file>.br` and `<file>.gz` beside every text file large enough to gain from it. */
export async function compressFiles(folder: string): Promise<void> {
  for (const file of (await filesBelow(folder)).filter((name) =>
    /\.(m?js|css|svg|json|txt|wasm|ttf)$/.test(name),
  )) {
    const path = join(folder, file)
    const content = await readFile(path)
    if (content.length < compressedBytesMin) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    const [small, zipped] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)])
  }
}

/** The build function of a front end. */
export async function loadBuildFile(frontEnd: FrontEnd): Promise<BuildFile> {
  const module: { default: BuildFile } = await import(
    pathToFileURL(join(frontEnd.root, 'rspack.config.ts')).href
  )
  return module.default
}

/** What a remote declares of itself, by its file as it is now: modules are cached by address. */
export async function loadManifest(frontEnd: FrontEnd): Promise<RemoteManifest> {
  const file = join(frontEnd.root, 'src', 'manifest.ts')
  const saved = (await stat(file)).mtimeMs
  const module: { manifest: RemoteManifest } = await import(`${pathToFileURL(file).href}?saved=${saved}`)
  return module.manifest
}

if (import.meta.main) {
  const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const force = process.argv.includes('--force')
  await buildAll({ force, log: console.log, ...(only.length > 0 && { only }) })
}
