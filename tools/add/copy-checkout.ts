import { constants } from 'node:fs'
import { access, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { trackedFiles } from '../verify/source-files.ts'

/** Large files that no recipe touches. */
const leftOut = /^(packages\/adapters\/models|deploy\/seed\/policies|bench|docs)\//

/** A checkout in a temporary folder, sharing this one's dependencies. */
export interface CheckoutCopy extends AsyncDisposable {
  readonly folder: string
  /** Relative to the folder. */
  readonly files: readonly string[]
  /** Links a package into its users, with `like`'s dependencies. Throws if it declares others. */
  link(part: string, options: { readonly like: string; readonly users: readonly string[] }): Promise<void>
}

/**
 * Copies the tracked files and pnpm's links instead of installing: workspace links are relative, so
 * they resolve to the copies, and only the store is shared.
 */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-recipe-'))
  const files = trackedFiles().filter((file) => !leftOut.test(file))
  for (const place of new Set(files.map((file) => dirname(join(folder, file)))))
    await mkdir(place, { recursive: true })
  for (const file of files)
    await copyFile(join(workspaceRoot, file), join(folder, file), constants.COPYFILE_FICLONE)
  for (const name of ['.', ...packagesOf(files)]) await copyLinks(name, folder)
  return {
    folder,
    files,
    link: (part, options) => linkPackage(folder, part, options),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function packagesOf(files: readonly string[]): string[] {
  return files.filter((file) => /^([^/]+\/){1,2}package\.json$/.test(file)).map(dirname)
}

async function copyLinks(name: string, folder: string): Promise<void> {
  const from = join(workspaceRoot, name, 'node_modules')
  const to = join(folder, name, 'node_modules')
  const entries = await readdir(from).catch(() => [])
  await mkdir(to, { recursive: true })
  for (const entry of entries.filter((each) => !each.startsWith('.'))) {
    await cp(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true })
  }
  if (name === '.') await symlink(join(from, '.pnpm'), join(to, '.pnpm'))
}

async function linkPackage(
  folder: string,
  part: string,
  { like, users }: { readonly like: string; readonly users: readonly string[] },
): Promise<void> {
  const modules = join(folder, part, 'node_modules')
  await cp(join(folder, like, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
  const manifest = await readManifest(join(folder, part))
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    await access(join(modules, name))
  }
  for (const user of users)
    await symlink(join(folder, part), join(folder, user, 'node_modules', manifest.name))
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}
