import { constants } from 'node:fs'
import { access, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { trackedFiles } from '../verify/source-files.ts'

/** What no recipe touches: large files, and charts, of which one is a link. */
const leftOut =
  /^(packages\/adapters\/models|packages\/testkit\/policies|deploy\/seed\/documents|bench|charts|docs)\//

/** A checkout in a temporary folder, sharing this one's dependencies. */
export interface CheckoutCopy extends AsyncDisposable {
  readonly folder: string
  /** Relative to the folder. */
  readonly files: readonly string[]
  /** Gives a package the dependencies of `like`. Throws if it declares others. */
  link(part: string, like: string): Promise<void>
}

/**
 * Copies tracked files, those of any recipe if it is not said which, and pnpm's links instead of
 * installing: workspace links are relative, so they resolve to the copies, and only the store is
 * shared.
 */
export async function copyCheckout(
  isCopied: (file: string) => boolean = (file) => !leftOut.test(file),
): Promise<CheckoutCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-recipe-'))
  const files = trackedFiles().filter(isCopied)
  for (const parent of new Set(files.map((file) => dirname(join(folder, file)))))
    await mkdir(parent, { recursive: true })
  for (const file of files)
    await copyFile(join(workspaceRoot, file), join(folder, file), constants.COPYFILE_FICLONE)
  for (const name of ['.', ...packagesOf(files)]) await copyLinks(name, folder)
  return {
    folder,
    files,
    link: (part, like) => linkPackage(folder, part, like),
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

async function linkPackage(folder: string, part: string, like: string): Promise<void> {
  const modules = join(folder, part, 'node_modules')
  await cp(join(folder, like, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true })
  const manifest = JSON.parse(await readFile(join(folder, part, 'package.json'), 'utf8')) as Manifest
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    await access(join(modules, name))
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
