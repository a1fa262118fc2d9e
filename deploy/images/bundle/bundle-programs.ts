import { runBuild } from '@portal/build/build-front-end'
import { workspaceRoot } from '@portal/build/build-plan'
import { programConfig } from '@portal/build/program-config'
import { keptPackages } from './kept-packages.ts'

/** Where the bundles lie in an image. Their addresses are absolute, so they run nowhere else. */
export const imageRoot = '/app'

/** Bundled programs, and what they read beside themselves. */
export interface BundledPrograms {
  readonly folder: string
  /** Files and folders of the checkout, relative to it, that the programs read at the same path. */
  readonly data: readonly string[]
  /** Folders of the third-party packages compiled in. */
  readonly packages: readonly string[]
}

/**
 * Bundles programs, and those that they start in threads and processes, until none is new. The
 * latter are one file each: the parser's may read nothing else.
 */
export async function bundlePrograms(programs: readonly string[], folder: string): Promise<BundledPrograms> {
  const data = new Set<string>()
  const packages = new Set<string>()
  const done = new Set<string>()
  const started = new Set<string>(programs)
  for (let isShared = true; started.size > 0; isShared = false) {
    const next = [...started].sort()
    for (const program of next) done.add(program)
    started.clear()
    const stats = await runBuild(
      programConfig({
        root: workspaceRoot,
        programs: next,
        folder,
        runsAt: imageRoot,
        kept: Object.keys(keptPackages),
        isShared,
        found: ({ kind, path }) => {
          if (kind === 'data') data.add(path)
          else if (!done.has(path)) started.add(path)
        },
      }),
    )
    const { modules = [] } = stats.toJson({
      all: false,
      modules: true,
      nestedModules: true,
      modulesSpace: 100_000,
    })
    for (const path of modules.flatMap(filesOf)) {
      const [found] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
      if (found !== undefined) packages.add(found)
    }
  }
  return { folder, data: [...data].sort(), packages: [...packages].sort() }
}

interface StatsModule {
  readonly nameForCondition?: string | undefined
  readonly modules?: readonly StatsModule[] | undefined
}

function filesOf({ nameForCondition, modules = [] }: StatsModule): string[] {
  return [...(nameForCondition === undefined ? [] : [nameForCondition]), ...modules.flatMap(filesOf)]
}
