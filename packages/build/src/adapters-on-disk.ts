import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from './build-plan.ts'

/** One adapter: the port it implements (`event-bus`) and its engine (`kafka`). */
export interface AdapterOnDisk {
  readonly port: string
  readonly engine: string
}

/** Every adapter of packages/adapters: `<port>/<engine>-<port>.ts` beside an `open-<port>.ts`. */
export function adaptersOnDisk(workspace: string = workspaceRoot): AdapterOnDisk[] {
  const sources = join(workspace, 'packages', 'adapters', 'src')
  const ports = readdirSync(sources).filter((port) => existsSync(join(sources, port, `open-${port}.ts`)))
  return ports.toSorted().flatMap((port) =>
    readdirSync(join(sources, port))
      .filter((file) => file.endsWith(`-${port}.ts`) && file !== `open-${port}.ts`)
      .toSorted()
      .map((file) => ({ port, engine: file.slice(0, -`-${port}.ts`.length) })),
  )
}
