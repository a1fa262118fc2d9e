import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import { sortedJson } from '@portal/contracts/remote-statement'
import { RemoteDeclaration, RemoteEntry, rangeSince, shellContract } from '@portal/contracts/remotes'
import type { Stats } from '@rspack/core'
import { filesBelow, integrityOf } from './file-tree.ts'
import { chunkFiles } from './index-page.ts'
import { containerFile, containerName } from './remote-config.ts'

interface BuiltRemote {
  readonly folder: string
  readonly manifest: RemoteManifest
  readonly stats: Stats
}

/**
 * Writes `remote.json`, the registry entry of this version, into the build. The version is a digest
 * of everything else that it says, so equal builds have equal addresses, and a version is never
 * published with another description. Throws when a declared screen has no chunk.
 */
export async function describeRemote({ folder, manifest, stats }: BuiltRemote): Promise<void> {
  await rm(join(folder, 'mf-stats.json'), { force: true })
  const declaration = RemoteDeclaration.parse({ contract: rangeSince(shellContract), ...manifest })
  // Without compressed twins: browsers check the unpacked content.
  const files = (await filesBelow(folder)).filter((file) => !/\.(br|gz)$/.test(file))
  const integrity: Record<string, string> = {}
  for (const file of files) integrity[file] = integrityOf(await readFile(join(folder, file)))
  const shared = [containerFile, ...(await exposedFiles(folder))]
  const described = (version: string) =>
    RemoteEntry.parse({
      ...declaration,
      routes: declaration.routes.map((route) => ({
        ...route,
        preload: [...new Set([...shared, ...screenFiles(stats, route.screen)])],
      })),
      version,
      entry: `/remotes/${declaration.name}/${version}/${containerFile}`,
      container: containerName(declaration.name),
      integrity,
      files: createHash('sha256').update(sortedJson(integrity)).digest('hex'),
    })
  const digest = createHash('sha256')
    .update(sortedJson(described('')))
    .digest('hex')
  const entry = described(digest.slice(0, 12))
  await writeFile(join(folder, 'remote.json'), `${JSON.stringify(entry, null, 2)}\n`)
}

interface FederationManifest {
  readonly exposes: readonly {
    readonly assets: Record<'js' | 'css', { readonly sync: readonly string[] }>
  }[]
}

async function exposedFiles(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'mf-manifest.json'), 'utf8')
  const { exposes } = JSON.parse(text) as FederationManifest
  return exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync])
}

function screenFiles(stats: Stats, screen: string): string[] {
  const files = chunkFiles(stats, `./routes/${screen}.tsx`)
  if (files.length === 0)
    throw new Error(`The screen '${screen}' is declared but never imported by src/remote.ts`)
  return files
}
