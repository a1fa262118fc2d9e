import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildResult } from '@portal/build/build-all'
import { buildAll } from '@portal/build/build-all'
import { pagePreloads } from '@portal/contracts/index-page'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { chooseRoute } from '@portal/contracts/route-choice'
import { fixedAnswer } from './fixed-answers.ts'
import type { FrontEndSite } from './front-end-host.ts'

/** The portal as shipped: shell, remotes, registry, preload links for the requested path. */
export async function federatedSite(): Promise<FrontEndSite> {
  const builds = await buildAll()
  const remotes = builds.filter(({ kind }) => kind === 'remote')
  const entries = await Promise.all(remotes.map(readEntry))
  const shell = builds.find(({ kind }) => kind === 'shell')
  if (!shell) throw new Error('There is no shell')
  return {
    root: shell.folder,
    folders: new Map(
      remotes.map(({ folder }, index) => {
        const entry = entries[index]
        return [`/remotes/${entry?.name}/${entry?.version}/`, folder]
      }),
    ),
    answers: (path, isSignedIn) =>
      path === '/remotes.json' ? { remotes: entries } : fixedAnswer(path, isSignedIn),
    preloads: (path, isSignedIn) => {
      const audiences = isSignedIn ? (['member'] as const) : (['anonymous'] as const)
      return pagePreloads([chooseRoute(entries, { path, audiences, permissions: [] })])
    },
  }
}

export async function readEntry({ folder }: Pick<BuildResult, 'folder'>): Promise<RemoteEntry> {
  return JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')) as RemoteEntry
}
