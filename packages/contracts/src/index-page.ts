import { attribute, type PublicPage, publicPageBody, publicPageHead } from './public-page.ts'
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

/** What a response adds to the build's page; `page` is a public page rendered as HTML. */
export interface IndexPageParts {
  readonly nonce: string
  readonly preloads: readonly Preload[]
  readonly page?: PublicPage | null
  /** With any, the shell runs only what one of them has signed. */
  readonly remoteKeys?: ReadonlyMap<string, string>
}

/**
 * The page for one response: the build's `index.html` with the nonce on every script and preload,
 * and the preload links in the head. Search engines are asked to list public pages alone. Throws
 * when the nonce could break out of its attribute.
 */
export function renderIndexPage(template: string, parts: IndexPageParts): string {
  const { nonce, preloads, page, remoteKeys = new Map() } = parts
  if (!/^[\w+/=-]*$/.test(nonce)) throw new Error('A nonce is base64')
  const links = preloads.filter((preload) => preload.as !== 'layout')
  const tags = links.map((link) => (page && link.as === 'style' ? styleTag(link) : preloadTag(link)))
  const head = page ? publicPageHead(page) : '<meta name="robots" content="noindex">'
  const hasLayout = links.length < preloads.length
  const filled = template
    .replace('<!--preloads-->', () => [head, ...keysTag(remoteKeys), ...tags].join('\n    '))
    .replace(layoutPreloads, (_, layout: string) => (hasLayout ? layout : ''))
    .replace(renderedFonts, (_, fonts: string) => (page ? fonts : ''))
    .replaceAll('{{nonce}}', nonce)
  if (!page) return filled
  return filled
    .replace(/<title>[^<]*<\/title>/, () => `<title>${attribute(page.chosen.route.title)}</title>`)
    .replace('<div id="root"', (root) => `${publicPageBody(page)}\n    ${root}`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
}

/** The name of the tag with the keys by which the shell checks remotes. */
export const remoteKeysMeta = 'portal-remote-keys'

function keysTag(keys: ReadonlyMap<string, string>): string[] {
  if (keys.size === 0) return []
  const text = [...keys].map(([name, key]) => `${name}=${key}`).join(' ')
  return [`<meta name="${remoteKeysMeta}" content="${attribute(text)}">`]
}

/** Marks the layout's preload tags in the build (packages/build/src/index-page.ts). */
const layoutPreloads = /<!--layout([\s\S]*?)-->/
/** Marks preloads of fonts there: text that is shown at once would otherwise change its font. */
const renderedFonts = /<!--fonts([\s\S]*?)-->/

/** A preload link's tag; a script's has a placeholder for the nonce. */
export function preloadTag({ href, as, integrity }: PreloadLink): string {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  const mark = as === 'script' ? ' nonce="{{nonce}}"' : ''
  // Browsers match preloads by credentials mode: the client sends cookies, script and style tags do
  // not.
  const mode = as === 'fetch' ? 'use-credentials' : 'anonymous'
  return `<link rel="preload" as="${as}" href="${attribute(href)}" crossorigin="${mode}"${check}${mark}>`
}

/** A style sheet that the page needs before it is shown. */
function styleTag({ href, integrity }: PreloadLink): string {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  return `<link rel="stylesheet" href="${attribute(href)}" crossorigin="anonymous"${check}>`
}
