import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildResult } from '@portal/build/build-all'
import { buildAll } from '@portal/build/build-all'
import { pagePreloads } from '@portal/contracts/index-page'
import type { SiteContent } from '@portal/contracts/marketing'
import type { PublicPage } from '@portal/contracts/public-page'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { chooseRoute } from '@portal/contracts/route-choice'
import { fixedAnswer, fixedContent } from './fixed-answers.ts'
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

/** The same, with the HTML of public pages that marketing renders for visitors. */
export async function renderedSite(): Promise<FrontEndSite> {
  const site = await federatedSite()
  const marketing = (await buildAll()).find(({ name }) => name === 'marketing')
  if (!marketing) throw new Error('There are no public pages')
  // Safe because the file is the bundle of remotes/marketing/src/render.tsx.
  const { renderPages } = (await import(pathToFileURL(join(marketing.folder, 'render.mjs')).href)) as {
    readonly renderPages: (content: SiteContent) => Readonly<Record<string, string>>
  }
  const pages = renderPages(fixedContent)
  const entry = await readEntry(marketing)
  const publicPage = (path: string): PublicPage | null => {
    const chosen = chooseRoute([entry], { path, audiences: ['anonymous'], permissions: [] })
    const html = chosen && pages[chosen.route.screen]
    return html ? { chosen, publicOrigin: 'http://localhost', html, content: fixedContent } : null
  }
  return { ...site, publicPage }
}

export async function readEntry({ folder }: Pick<BuildResult, 'folder'>): Promise<RemoteEntry> {
  return JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')) as RemoteEntry
}
