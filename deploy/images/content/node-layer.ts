import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Layer } from '../oci/layout.ts'
import { fileEntry, textEntry } from './image-files.ts'

const run = promisify(execFile)

/** The account of every process in an image: a number, and a name for what asks for one. */
export const account = { uid: 65532, name: 'portal' }

/** A shared library of this machine, with the Debian package that brought it. */
export interface SystemLibrary {
  readonly path: string
  readonly package: string
  readonly version: string
}

/** librt is what the encoder's machine code needs beyond Node's own. */
const further = ['/lib/x86_64-linux-gnu/librt.so.1', '/lib/aarch64-linux-gnu/librt.so.1']

/** Shared libraries of this Node and of kept packages. Throws a sentence away from Debian. */
export async function systemLibraries(node: string): Promise<SystemLibrary[]> {
  const all = [...(await linkedLibraries(node)), ...(await existing(further))].sort()
  return Promise.all(all.map(async (path) => ({ path, ...(await debianPackage(path)) })))
}

/** Paths of the shared libraries that a program is linked with, on this machine. */
export async function linkedLibraries(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program])
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path)
}

/**
 * Node's binary from its npm package and the libraries that it needs: the base of every image, the
 * same in all of them. There is no shell and no package manager in it.
 */
export async function nodeLayer(node: string, libraries: readonly SystemLibrary[]): Promise<Layer> {
  const { uid, name } = account
  const line = `${name}:x:${uid}:${uid}::/tmp:/nologin\nroot:x:0:0::/:/nologin\n`
  return {
    title: 'Node and its libraries',
    entries: [
      await fileEntry('usr/local/bin/node', node),
      ...(await Promise.all(libraries.map(({ path }) => fileEntry(path.slice(1), path)))),
      textEntry('etc/passwd', line),
      textEntry('etc/group', `${name}:x:${uid}:\nroot:x:0:\n`),
      textEntry('etc/nsswitch.conf', 'hosts: files dns\n'),
      { kind: 'folder', path: 'tmp', mode: 0o777 },
    ],
  }
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(
    paths.map((path) =>
      realpath(path).then(
        () => path,
        () => null,
      ),
    ),
  )
  return real.filter((path) => path !== null)
}

/** dpkg knows a file by the path it was packed with, which may lack the `/usr` of this machine. */
async function debianPackage(path: string): Promise<{ package: string; version: string }> {
  for (const known of [path, path.replace(/^\/usr/, ''), await realpath(path), `/usr${path}`]) {
    const found = await run('dpkg-query', ['--search', known]).catch(() => null)
    const [name] = found?.stdout.split(': ') ?? []
    if (name === undefined) continue
    const shown = await run('dpkg-query', ['--show', `--showformat=\${Version}`, name])
    return { package: name.split(':')[0] ?? name, version: shown.stdout.trim() }
  }
  throw new Error(
    `No Debian package brought ${path}. Images are built from Debian's libraries: build on Debian, or with deploy/images/Dockerfile.`,
  )
}
