import type { RemoteEntry } from './remotes.ts'
import type { ChosenRoute } from './route-choice.ts'

/** What the page will need: a file or response to preload, or the layout's files. */
export type Preload = PreloadLink | { readonly as: 'layout' }

/** A preload link. */
export interface PreloadLink {
  readonly href: string
  readonly as: 'script' | 'style' | 'fetch'
  readonly integrity?: string
}

/** The reads with which the shell starts on every path. */
const startReads: readonly Preload[] = [
  { href: '/remotes.json', as: 'fetch' },
  { href: '/api/session', as: 'fetch' },
]

/** The shell's first reads, the layout if a screen has one, and the screens' files. */
export function pagePreloads(screens: readonly (ChosenRoute | null)[]): Preload[] {
  const hasLayout = screens.some((screen) => screen && screen.route.layout !== 'bare')
  const files = screens.flatMap((screen) =>
    screen ? (screen.route.preload ?? []).map((file) => filePreload(screen.remote, file)) : [],
  )
  return [
    ...startReads,
    ...(hasLayout ? [{ as: 'layout' } as const] : []),
    ...new Map(files.map((file) => [file.href, file])).values(),
  ]
}

function filePreload(remote: RemoteEntry, file: string): PreloadLink {
  const href = `/remotes/${remote.name}/${remote.version}/${file}`
  const integrity = remote.integrity[file]
  return { href, as: file.endsWith('.css') ? 'style' : 'script', ...(integrity ? { integrity } : {}) }
}

/**
 * The page for one response: the build's `index.html` with the nonce on every script and preload,
 * and the preload links in the head. Throws when the nonce could break out of its attribute.
 */
export function renderIndexPage(
  template: string,
  { nonce, preloads }: { readonly nonce: string; readonly preloads: readonly Preload[] },
): string {
  if (!/^[\w+/=-]*$/.test(nonce)) throw new Error('A nonce is base64')
  const links = preloads.flatMap((preload) => (preload.as === 'layout' ? [] : [preloadTag(preload)]))
  const hasLayout = links.length < preloads.length
  return template
    .replace('<!--preloads-->', () => links.join('\n    '))
    .replace(layoutPreloads, (_, tags: string) => (hasLayout ? tags : ''))
    .replaceAll('{{nonce}}', nonce)
}

/** Marks the layout's preload tags in the build (packages/build/src/index-page.ts). */
const layoutPreloads = /<!--layout([\s\S]*?)-->/

/** A preload link's tag; a script's has a placeholder for the nonce. */
export function preloadTag({ href, as, integrity }: PreloadLink): string {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  const mark = as === 'script' ? ' nonce="{{nonce}}"' : ''
  // Browsers match preloads by credentials mode: the client sends cookies, script and style tags do
  // not.
  const mode = as === 'fetch' ? 'use-credentials' : 'anonymous'
  return `<link rel="preload" as="${as}" href="${attribute(href)}" crossorigin="${mode}"${check}${mark}>`
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
