import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A front end that can be built: the shell or a remote. */
export interface FrontEnd {
  readonly kind: 'shell' | 'remote'
  readonly name: string
  readonly root: string
}

/** The workspace that this package lies in. */
export const workspaceRoot = join(import.meta.dirname, '..', '..', '..')

/** The shell and every remote of a workspace that has a build file, remotes by name. */
export async function frontEnds(workspace: string = workspaceRoot): Promise<FrontEnd[]> {
  const names = (await readdir(join(workspace, 'remotes'))).sort()
  const remotes = names.map(
    (name): FrontEnd => ({ kind: 'remote', name, root: join(workspace, 'remotes', name) }),
  )
  const shell: FrontEnd = { kind: 'shell', name: 'shell', root: join(workspace, 'shell') }
  return [shell, ...remotes].filter(({ root }) => existsSync(join(root, 'rspack.config.ts')))
}

/** A front end's own sources. */
export function inputsOf({ root }: FrontEnd): string[] {
  return ['package.json', 'rspack.config.ts', 'src'].map((name) => join(root, name))
}

/** What every front end's build reads besides: the packages compiled into it. */
export function commonInputs(workspace: string = workspaceRoot): string[] {
  const paths = [
    'packages/build/package.json',
    'packages/build/src',
    'packages/contracts/src',
    'packages/remote-kit/src',
    'packages/ui/src',
    'pnpm-lock.yaml',
  ]
  return paths.map((path) => join(workspace, path))
}
