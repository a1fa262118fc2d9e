import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { filesBelow } from '@portal/build/file-tree'
import { type BundledPrograms, imageRoot } from '../bundle/bundle-programs.ts'
import { keptPackages } from '../bundle/kept-packages.ts'
import type { TarEntry } from '../oci/tar.ts'

/** Paths in a layer are relative. */
const root = relative('/', imageRoot)

/** A file of this machine at a path of the image, readable by everybody. */
export async function fileEntry(path: string, file: string): Promise<TarEntry> {
  const { mode } = await stat(file)
  return { kind: 'file', path, content: await readFile(file), mode: mode & 0o111 ? 0o755 : 0o644 }
}

/** All files of a folder at a path of the image. */
export async function folderEntries(path: string, folder: string): Promise<TarEntry[]> {
  const files = await filesBelow(folder)
  return Promise.all(files.map((file) => fileEntry(join(path, file), join(folder, file))))
}

export function textEntry(path: string, text: string): TarEntry {
  return { kind: 'file', path, content: Buffer.from(text), mode: 0o644 }
}

/**
 * Bundles, what they read at the same path as in the checkout, and the `package.json` of their
 * packages, which makes them ECMAScript modules and bounds what the parser may read.
 */
export async function programEntries({ folder, data }: BundledPrograms): Promise<TarEntry[]> {
  const bundles = await folderEntries(root, folder)
  const read = data.filter((path) => !path.startsWith('packages/adapters/models/'))
  const packages = new Set(
    [...bundles.map(({ path }) => relative(root, path)), ...read].flatMap((path) => {
      const [found] = /^(packages|services)\/[^/]+/.exec(path) ?? []
      return found === undefined ? [] : [found]
    }),
  )
  return [
    ...bundles,
    ...(await Promise.all(read.map(dataEntries))).flat(),
    ...[...packages].map((path) => textEntry(join(root, path, 'package.json'), moduleMark)),
    textEntry(join(root, 'package.json'), moduleMark),
  ]
}

const moduleMark = '{"type":"module"}\n'

/** Kept packages by their names, and the model, which is a package's size. */
export async function packageEntries({ data }: BundledPrograms): Promise<TarEntry[]> {
  const models = data.filter((path) => path.startsWith('packages/adapters/models/'))
  const kept = await Promise.all(
    Object.keys(keptPackages).map(async (name) => {
      const folder = await keptFolder(name)
      const files = (await filesBelow(folder)).filter((file) => keptPackages[name]?.files.test(file))
      return Promise.all(
        files.map((file) => fileEntry(join(root, 'node_modules', name, file), join(folder, file))),
      )
    }),
  )
  return [...kept.flat(), ...(await Promise.all(models.map(dataEntries))).flat()]
}

/** The folder of a kept package as it is installed. */
export async function keptFolder(name: string): Promise<string> {
  const user = await realpath(join(workspaceRoot, keptPackages[name]?.usedBy ?? ''))
  // Beside its user, whose name may have a scope, a folder of its own.
  const folders = ['node_modules', '..', '../..'].map((folder) => join(user, folder, name))
  const isThere = await Promise.all(folders.map(isFolder))
  return realpath(folders[isThere.indexOf(true)] ?? join(user, name))
}

async function dataEntries(path: string): Promise<TarEntry[]> {
  const source = join(workspaceRoot, path)
  if (await isFolder(source)) return folderEntries(join(root, path), source)
  return [await fileEntry(join(root, path), source)]
}

function isFolder(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  )
}
