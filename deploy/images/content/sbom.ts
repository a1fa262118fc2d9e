import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { z } from 'zod'
import type { SystemLibrary } from './node-layer.ts'

/** What an image is made of. */
interface Ingredients {
  readonly name: string
  readonly version: string
  /** Folders of npm packages as installed. */
  readonly packages: readonly string[]
  readonly libraries: readonly SystemLibrary[]
}

const Package = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
})

interface Component {
  readonly type: 'library' | 'platform'
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/**
 * A bill of materials, CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): Node, Debian's
 * libraries, and the npm packages in the bundles and beside them, with the lock file's hashes.
 * Without date and serial number, so that equal images have equal bills.
 */
export async function billOfMaterials({ name, version, packages, libraries }: Ingredients) {
  const hashes = await lockedHashes()
  const npm = await Promise.all(packages.map((folder) => npmComponent(folder, hashes)))
  const components = [nodeComponent(), ...libraries.map(debianComponent), ...npm.filter((it) => it !== null)]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'container', name, version } },
    components: [...new Map(components.map((it) => [it.purl, it])).values()].sort((a, b) =>
      a.purl < b.purl ? -1 : 1,
    ),
  }
}

function nodeComponent(): Component {
  const version = process.versions.node
  return {
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:npm/node-${process.platform}-${process.arch}@${version}`,
    licenses: [{ expression: 'MIT' }],
  }
}

function debianComponent({ package: name, version }: SystemLibrary): Component {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${process.arch === 'x64' ? 'amd64' : process.arch}`
  return { type: 'library', name, version, purl }
}

/** Null for folders inside a package that only mark the kind of their modules. */
async function npmComponent(folder: string, hashes: ReadonlyMap<string, string>): Promise<Component | null> {
  const { name, version, license } = Package.parse(
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  )
  if (name === undefined || version === undefined || name.startsWith('@portal/')) return null
  const content = hashes.get(`${name}@${version}`)
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(content !== undefined && { hashes: [{ alg: 'SHA-512', content }] }),
  }
}

/** SHA-512 in hexadecimal by name and version, of the packed packages as pnpm locked them. */
async function lockedHashes(): Promise<ReadonlyMap<string, string>> {
  const lock = await readFile(join(workspaceRoot, 'pnpm-lock.yaml'), 'utf8')
  const entries = lock.matchAll(
    /^ {2}'?((?:@[^/\n]+\/)?[^@'\n]+@[^'\n(]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm,
  )
  return new Map(
    [...entries].map(([, id = '', hash = '']) => [id, Buffer.from(hash, 'base64').toString('hex')]),
  )
}
