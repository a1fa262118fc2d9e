import type { RemoteEntry } from '@portal/contracts/remotes'
import type { ChosenRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'
import type { ComponentType } from 'react'
import type { ChromeProps } from '../layout/chrome-props.ts'
import type { Registry } from '../remotes/registry.ts'
import { type RemoteLoader, RemoteUnavailable } from '../remotes/remote-loader.ts'
import type { RemoteReporter } from '../remotes/report-remote.ts'
import type { SessionSource } from '../session/session-source.ts'
import { visitorSession } from '../session/visitor-session.ts'
import { type RouteResolution, resolveRoute } from './resolve-route.ts'

/** The layout around a screen, loaded on demand. */
export type Chrome = ComponentType<ChromeProps>

/** Everything shown at an address; `chrome` is null for a screen without layout. */
export interface ResolvedPage {
  readonly path: string
  readonly session: Session
  readonly remotes: readonly RemoteEntry[]
  readonly content: PageContent
  readonly chrome: Chrome | null
}

export type PageContent =
  | { readonly kind: 'screen'; readonly chosen: ChosenRoute; readonly Screen: ComponentType }
  | { readonly kind: 'unavailable'; readonly chosen: ChosenRoute; readonly failure: RemoteUnavailable }
  | Exclude<RouteResolution, { readonly kind: 'screen' }>

/** What a page is resolved from. */
export interface PageResolverOptions {
  readonly session: SessionSource
  readonly registry: Registry
  readonly loader: RemoteLoader
  readonly reporter: RemoteReporter
  readonly loadChrome: () => Promise<Chrome>
  /** Whether a session may exist that is not read yet: a hint cookie or a stored token. */
  readonly expectsSession: () => boolean
  /** Reloads the page once for a reason. */
  readonly reloadOnce: (reason: string) => void
  readonly log: (...values: unknown[]) => void
}

/** Returns what resolves an address to a page; it rejects if session or registry is unreadable. */
export function createPageResolver(options: PageResolverOptions) {
  const { session: source, registry } = options
  return async (path: string): Promise<ResolvedPage> => {
    const remotes = await registry.read()
    // The landing page does not wait for the session (decision 10): it is resolved again later.
    if (path === '/' && !source.known() && !options.expectsSession()) {
      const landing = resolveRoute(remotes, visitorSession, path)
      const content = landing.kind === 'screen' && (await loadContent(options, landing))
      if (content && !source.known()) return { path, session: visitorSession, remotes, content, chrome: null }
    }
    const session = source.known() ?? (await source.read())
    const resolution = resolveRoute(remotes, session, path)
    const [content, chrome] = await Promise.all([
      loadContent(options, resolution),
      needsChrome(resolution, session) ? options.loadChrome() : null,
    ])
    return { path, session, remotes, content, chrome }
  }
}

/** Screens declare their layout; 'not found' keeps a signed-in person's navigation. */
function needsChrome(resolution: RouteResolution, session: Session): boolean {
  if (resolution.kind === 'screen') return resolution.chosen.route.layout !== 'bare'
  return resolution.kind === 'not-found' && session.person !== null
}

async function loadContent(options: PageResolverOptions, resolution: RouteResolution): Promise<PageContent> {
  if (resolution.kind !== 'screen') return resolution
  const { chosen } = resolution
  try {
    const { Screen } = await options.loader.load(chosen.remote, chosen.route.screen)
    return { kind: 'screen', chosen, Screen }
  } catch (error) {
    const failure =
      error instanceof RemoteUnavailable ? error : new RemoteUnavailable(chosen.remote.name, 'failed', error)
    options.log(failure, failure.cause)
    const kind = failure.reason === 'slow' ? 'slow' : 'load'
    options.reporter.failed(chosen.remote, { kind, error: failure.cause })
    recoverFromDeploy(options, chosen)
    return { kind: 'unavailable', chosen, failure }
  }
}

/** A running remote lacks a chunk and the registry has another version: the page is outdated. */
function recoverFromDeploy({ loader, registry, ...options }: PageResolverOptions, { remote }: ChosenRoute) {
  const running = loader.runningVersion(remote.name)
  if (!running) return
  registry.refresh().then(
    (entries) => {
      const latest = entries.find(({ name }) => name === remote.name)
      if (latest && latest.version !== running) options.reloadOnce(`${latest.name}@${latest.version}`)
    },
    (error: unknown) => options.log('The registry could not be read', error),
  )
}
