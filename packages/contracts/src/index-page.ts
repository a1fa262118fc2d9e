import type { RemoteEntry } from './remotes.ts'
import type { ChosenRoute } from './route-choice.ts'

/** A file or answer that the shown address will need, for a preload link. */
export interface Preload {
  readonly href: string
  readonly as: 'script' | 'style' | 'fetch'
  readonly integrity?: string
}

/** What the gateway fills into the shell's index.html for one answer. */
export interface IndexPageParts {
  /** The answer's CSP nonce: base64 or base64url. */
  readonly nonce: string
  readonly preloads: readonly Preload[]
}

/** The reads that the shell starts with, whatever the address. */
const startReads: readonly Preload[] = [
  { href: '/remotes.json', as: 'fetch' },
  { href: '/api/session', as: 'fetch' },
]

/** The preloads of an address: the shell's first reads, and the files of the screens that may be shown there. */
export function pagePreloads(screens: readonly (ChosenRoute | null)[]): Preload[] {
  const files = screens.flatMap((screen) =>
    screen ? (screen.route.preload ?? []).map((file) => filePreload(screen.remote, file)) : [],
  )
  return [...startReads, ...new Map(files.map((file) => [file.href, file])).values()]
}

function filePreload(remote: RemoteEntry, file: string): Preload {
  const href = `/remotes/${remote.name}/${remote.version}/${file}`
  const integrity = remote.integrity[file]
  return { href, as: file.endsWith('.css') ? 'style' : 'script', ...(integrity ? { integrity } : {}) }
}

/**
 * The page for one answer: the build's `index.html` with the nonce on every script and preload, and the preload links in the head.
 * Throws when the nonce could break out of its attribute.
 */
export function renderIndexPage(template: string, { nonce, preloads }: IndexPageParts): string {
  if (!/^[\w+/=-]*$/.test(nonce)) throw new Error('A nonce is base64')
  const links = preloads.map((preload) => preloadLink(preload, nonce)).join('\n    ')
  return template.replace('<!--preloads-->', () => links).replaceAll('{{nonce}}', nonce)
}

function preloadLink({ href, as, integrity }: Preload, nonce: string): string {
  const check = integrity ? ` integrity="${attribute(integrity)}"` : ''
  const mark = as === 'script' ? ` nonce="${nonce}"` : ''
  // A preload is used only by a request of the same credentials mode: the client sends cookies, script and style tags do not.
  const mode = as === 'fetch' ? 'use-credentials' : 'anonymous'
  return `<link rel="preload" as="${as}" href="${attribute(href)}" crossorigin="${mode}"${check}${mark}>`
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
