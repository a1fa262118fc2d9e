import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildResult, buildAll } from '@portal/build/build-all'
import { processNames } from '../standalone/topology.ts'
import { bundlePrograms, imageRoot } from './bundle/bundle-programs.ts'
import { keptPackages } from './bundle/kept-packages.ts'
import { folderEntries, keptFolder, packageEntries, programEntries } from './content/image-files.ts'
import { nodeLayer, type SystemLibrary, systemLibraries } from './content/node-layer.ts'
import { billOfMaterials } from './content/sbom.ts'
import { imageCommands, imageSettings, remoteCommand } from './image-settings.ts'
import { type Layer, type WrittenImage, writeLayout } from './oci/layout.ts'

const operations = [
  ...['audit', 'backup', 'dead-letters', 'first-operator', 'reindex', 'remotes', 'republish', 'restore'],
  'status',
]

/** Every program of the portal's image: the parts, and what an operator runs. */
const programs = [
  ...processNames.flatMap((name) => [`services/${name}/src/main`, `services/${name}/src/service`]),
  ...operations.map((name) => `deploy/operate/${name}/main`),
  'deploy/migrate/main',
  'deploy/provision/main',
]

export const imageNames = ['services', 'front-ends'] as const

interface BuildImagesOptions {
  /** Emptied first. Each image is a layout in a folder of its name, with its bill of materials. */
  readonly folder: string
  readonly version: string
  /** Node for Linux, from its npm package. */
  readonly node: string
  readonly note: (line: string) => void
}

/** Builds both images without a daemon. Two builds of a checkout have one digest each. */
export async function buildImages(options: BuildImagesOptions): Promise<readonly WrittenImage[]> {
  const { folder, node, note } = options
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const libraries = await systemLibraries(node)
  const base = { libraries, layer: await nodeLayer(node, libraries) }
  note('bundling the services')
  const services = await servicesImage(options, base)
  note('building the front ends')
  const frontEnds = await frontEndsImage(options, base)
  await rm(join(folder, 'bundles'), { recursive: true })
  return [services, frontEnds]
}

/**
 * Builds the image of one remote, which publishes it at a portal: for teams that ship theirs alone.
 * Its layout is in the folder, beside those of other images.
 */
export async function buildRemoteImage(options: BuildImagesOptions, remote: string): Promise<WrittenImage> {
  const { folder, node, note } = options
  const name = `remote-${remote}`
  await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const libraries = await systemLibraries(node)
  const base = { libraries, layer: await nodeLayer(node, libraries) }
  const builds = await buildAll({ only: [remote], log: note })
  if (builds.length === 0) throw new Error(`There is no remote "${remote}".`)
  const program = 'deploy/operate/remotes/main'
  const bundle = await bundlePrograms([program], join(folder, 'bundles', name))
  const image = await writeImage(options, base, {
    name,
    packages: bundle.packages,
    layers: [
      { title: 'Programs', entries: await programEntries(bundle) },
      { title: `The remote ${remote}`, entries: await buildEntries(builds) },
    ],
    command: remoteCommand(remote),
  })
  await rm(join(folder, 'bundles'), { recursive: true })
  return image
}

interface Base {
  readonly libraries: readonly SystemLibrary[]
  readonly layer: Layer
}

/** One image runs any part: its program is the container's argument. */
async function servicesImage(options: BuildImagesOptions, base: Base): Promise<WrittenImage> {
  const bundle = await bundlePrograms(programs, join(options.folder, 'bundles', 'services'))
  const kept = await Promise.all(Object.keys(keptPackages).map(keptFolder))
  return writeImage(options, base, {
    name: 'services',
    packages: [...bundle.packages, ...kept],
    layers: [
      { title: 'Packages with machine code or data', entries: await packageEntries(bundle) },
      { title: 'Programs', entries: await programEntries(bundle) },
    ],
    command: imageCommands.services,
  })
}

/** The shell and all remotes, and the program that lays them out for a gateway. */
async function frontEndsImage(options: BuildImagesOptions, base: Base): Promise<WrittenImage> {
  const program = 'deploy/front-ends/main'
  const builds = await buildAll({ log: options.note })
  const bundle = await bundlePrograms([program], join(options.folder, 'bundles', 'front-ends'))
  return writeImage(options, base, {
    name: 'front-ends',
    packages: bundle.packages,
    layers: [
      { title: 'Programs', entries: await programEntries(bundle) },
      { title: 'Shell and remotes', entries: await buildEntries(builds) },
    ],
    command: imageCommands['front-ends'],
  })
}

/** The builds' files, at the places that programs know. */
async function buildEntries(builds: readonly BuildResult[]) {
  const files = builds.map(async ({ kind, name, folder }) => {
    const path = join(imageRoot.slice(1), kind === 'shell' ? 'shell' : join('remotes', name), 'dist')
    return (await folderEntries(path, folder)).filter((entry) => !entry.path.endsWith('/.inputs'))
  })
  return (await Promise.all(files)).flat()
}

interface ImageContent {
  readonly name: string
  readonly packages: readonly string[]
  readonly layers: readonly Layer[]
  readonly command: readonly string[]
}

async function writeImage(
  { folder, version }: BuildImagesOptions,
  { libraries, layer }: Base,
  { name, packages, layers, command }: ImageContent,
): Promise<WrittenImage> {
  const image = { name: `portal/${name}`, version }
  const bill = await billOfMaterials({ ...image, packages, libraries })
  await writeFile(join(folder, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
  return writeLayout(join(folder, name), {
    name: `${image.name}:${version}`,
    layers: [layer, ...layers],
    ...imageSettings({ name, version, command }),
  })
}
