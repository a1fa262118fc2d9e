import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { baseConfig } from '@portal/build/base-config'
import type { BuildResult } from '@portal/build/build-all'
import { buildAll } from '@portal/build/build-all'
import { runBuild } from '@portal/build/build-front-end'
import { workspaceRoot } from '@portal/build/build-plan'
import { compressFiles } from '@portal/build/compress-files'
import { integrityOf } from '@portal/build/file-tree'
import { writeIndexPage } from '@portal/build/index-page'
import type { Preload } from '@portal/contracts/index-page'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { chooseRoute } from '@portal/contracts/route-choice'
import { readEntry } from './federated-site.ts'
import { fixedAnswer } from './fixed-answers.ts'
import type { FrontEndSite } from './front-end-host.ts'

/**
 * The reference: the same shell and screens as one build with a chunk per screen and static routes,
 * without federation or registry; compressed, hashed and preloaded in the same way.
 */
export async function bundledSite(workFolder: string): Promise<FrontEndSite> {
  const builds = (await buildAll()).filter(({ kind }) => kind === 'remote')
  const entries = await Promise.all(builds.map(readEntry))
  const folder = join(workFolder, 'bundled')
  await writeSources(workFolder, builds, entries)
  const root = join(workspaceRoot, 'shell')
  const config = baseConfig({
    root,
    name: 'shell',
    entry: ['./src/main.ts'],
    mode: 'production',
    publicPath: '/',
    plugins: [],
    alias: {
      [join(root, 'src/remotes/federation.ts')]: join(workFolder, 'federation.ts'),
      [join(root, 'src/remotes/registry.ts')]: join(workFolder, 'registry.ts'),
    },
  })
  const stats = await runBuild({ ...config, output: { ...config.output, path: folder } })
  await writeIndexPage(root, folder, stats)
  await compressFiles(folder)
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true })
  const filesOf = (name: string) =>
    chunks
      .filter((chunk) => chunk.origins?.some(({ request }) => request === `./screens/${name}.ts`))
      .flatMap((chunk) => chunk.files ?? [])
  const integrity = new Map<string, string>()
  for (const file of new Set(chunks.flatMap((chunk) => chunk.files ?? [])))
    integrity.set(file, integrityOf(await readFile(join(folder, file))))
  return {
    root: folder,
    folders: new Map(),
    answers: fixedAnswer,
    preloads: (path, isSignedIn) => {
      const audiences = isSignedIn ? (['member'] as const) : (['anonymous'] as const)
      const chosen = chooseRoute(entries, { path, audiences, permissions: [] })
      const files = chosen ? filesOf(`${chosen.remote.name}-${chosen.route.screen}`) : []
      const session: Preload = { href: '/api/session', as: 'fetch' }
      const layout: readonly Preload[] = chosen && chosen.route.layout !== 'bare' ? [{ as: 'layout' }] : []
      return [session, ...layout, ...files.map((file) => filePreload(file, integrity.get(file)))]
    },
  }
}

function filePreload(file: string, integrity: string | undefined): Preload {
  const as = file.endsWith('.css') ? 'style' : 'script'
  return { href: `/${file}`, as, ...(integrity ? { integrity } : {}) }
}

/** Replaces federation and registry by a table of screens and static routes. */
async function writeSources(
  folder: string,
  builds: readonly BuildResult[],
  entries: readonly RemoteEntry[],
): Promise<void> {
  await mkdir(join(folder, 'screens'), { recursive: true })
  const tables: string[] = []
  for (const [index, { root, name }] of builds.entries()) {
    const screens = [...new Set(entries[index]?.routes.map(({ screen }) => screen))]
    for (const screen of screens)
      await writeFile(
        join(folder, 'screens', `${name}-${screen}.ts`),
        `import '${join(root, 'src/styles.css')}'\nexport { Screen } from '${join(root, `src/routes/${screen}.tsx`)}'\n`,
      )
    const loaders = screens.map((screen) => `'${screen}': () => import('./screens/${name}-${screen}.ts')`)
    tables.push(`'${name}': { remote: { screens: { ${loaders.join(', ')} } } }`)
  }
  await writeFile(
    join(folder, 'federation.ts'),
    `const remotes = { ${tables.join(', ')} }
export const createFederation = () => ({
  isLoaded: () => true,
  register: () => undefined,
  freshen: () => undefined,
  load: async ({ name }) => remotes[name],
})\n`,
  )
  const routes = entries.map(({ integrity, ...entry }) => ({ ...entry, integrity: {} }))
  await writeFile(
    join(folder, 'registry.ts'),
    `const remotes = ${JSON.stringify(routes)}
export const createRegistry = () => ({ read: async () => remotes, refresh: async () => remotes })\n`,
  )
}
