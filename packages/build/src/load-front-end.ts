import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import type { Configuration } from '@rspack/core'
import type { BuildMode } from './base-config.ts'
import type { FrontEnd } from './build-plan.ts'

/** What a front end's `rspack.config.ts` exports: its build for a mode and an address. */
export type BuildFile = (how: { readonly mode: BuildMode; readonly publicPath?: string }) => Configuration

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
