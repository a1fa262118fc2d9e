import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import type { Configuration } from '@rspack/core'
import type { BuildMode } from './base-config.ts'
import type { FrontEnd } from './build-plan.ts'
import { frontEnds, inputsOf, workspaceRoot } from './build-plan.ts'
import { compressFiles } from './compress-files.ts'
import { describeRemote } from './describe-remote.ts'
import { digestOf } from './file-tree.ts'
import { writeIndexPage } from './index-page.ts'
import { runBuild } from './run-build.ts'

/** What a front end's `rspack.config.ts` exports: its build for a mode and an address. */
export type BuildFile = (how: { readonly mode: BuildMode; readonly publicPath?: string }) => Configuration

/** Which front ends to build, and how. */
export interface BuildAllOptions {
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
  readonly durationMs: number
}

/**
 * Builds the shell and every remote into `<package>/dist`, skipping those whose inputs have not
 * changed. A failed or killed build leaves the previous one in place.
 */
export async function buildAll(options: BuildAllOptions = {}): Promise<BuildResult[]> {
  const workspace = options.workspace ?? workspaceRoot
  const all = await frontEnds(workspace)
  const results: BuildResult[] = []
  for (const frontEnd of all.filter(({ name }) => options.only?.includes(name) ?? true)) {
    const result = await buildOne(frontEnd, { workspace, force: options.force ?? false })
    options.log?.(
      result.isFresh ? `${result.name} built in ${result.durationMs} ms` : `${result.name} unchanged`,
    )
    results.push(result)
  }
  return results
}

async function buildOne(
  frontEnd: FrontEnd,
  { workspace, force }: { readonly workspace: string; readonly force: boolean },
): Promise<BuildResult> {
  const started = performance.now()
  const folder = join(frontEnd.root, 'dist')
  const stamp = join(folder, '.inputs')
  const digest = await digestOf(inputsOf(frontEnd, workspace))
  const isFresh = force || (await readFile(stamp, 'utf8').catch(() => '')) !== digest
  if (isFresh) {
    const next = `${folder}.next`
    await rm(next, { recursive: true, force: true })
    await buildInto(frontEnd, next)
    await writeFile(join(next, '.inputs'), digest)
    await rm(folder, { recursive: true, force: true })
    await rename(next, folder)
  }
  return { ...frontEnd, folder, isFresh, durationMs: Math.round(performance.now() - started) }
}

async function buildInto(frontEnd: FrontEnd, folder: string): Promise<void> {
  const config = (await loadBuildFile(frontEnd))({ mode: 'production' })
  const stats = await runBuild({ ...config, output: { ...config.output, path: folder } })
  if (frontEnd.kind === 'shell') await writeIndexPage(frontEnd.root, folder, stats)
  else await describeRemote({ folder, manifest: await loadManifest(frontEnd), stats })
  await compressFiles(folder)
}

/** The build function of a front end. */
export async function loadBuildFile(frontEnd: FrontEnd): Promise<BuildFile> {
  const module: { default: BuildFile } = await import(
    pathToFileURL(join(frontEnd.root, 'rspack.config.ts')).href
  )
  return module.default
}

/** What a remote declares of itself. */
export async function loadManifest(frontEnd: FrontEnd): Promise<RemoteManifest> {
  const module: { manifest: RemoteManifest } = await import(
    pathToFileURL(join(frontEnd.root, 'src', 'manifest.ts')).href
  )
  return module.manifest
}

if (import.meta.main) {
  const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  await buildAll({
    force: process.argv.includes('--force'),
    log: console.log,
    ...(only.length > 0 ? { only } : {}),
  })
}
