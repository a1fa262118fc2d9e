import type { RemoteEntry } from '@portal/contracts/remotes'
import type { ChosenRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'
import type { ComponentType } from 'react'
import type { ChromeProps } from '../layout/chrome-props.ts'
import type { Registry } from '../remotes/registry.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { RemoteUnavailable } from '../remotes/remote-loader.ts'
import type { SessionSource } from '../session/session-source.ts'
import { visitorSession } from '../session/visitor-session.ts'
import type { Decision } from './decide.ts'
import { decide } from './decide.ts'

/** The layout around a screen, loaded when a place needs it. */
export type Chrome = ComponentType<ChromeProps>

/** Everything that is shown at an address. `chrome` is null where a screen stands alone. */
export interface Place {
  readonly path: string
  readonly session: Session
  readonly remotes: readonly RemoteEntry[]
  readonly content: PlaceContent
  readonly chrome: Chrome | null
}

/** The middle of the page. */
export type PlaceContent =
  | { readonly kind: 'screen'; readonly chosen: ChosenRoute; readonly Screen: ComponentType }
  | { readonly kind: 'unavailable'; readonly chosen: ChosenRoute; readonly failure: RemoteUnavailable }
  | Exclude<Decision, { readonly kind: 'screen' }>

/** What finding a place rests on. */
export interface PlaceFinderOptions {
  readonly session: SessionSource
  readonly registry: Registry
  readonly loader: RemoteLoader
  readonly loadChrome: () => Promise<Chrome>
  /** Whether a session may exist that is not read yet: a hint cookie or a stored token. */
  readonly expectsSession: () => boolean
  /** Reloads the page once for a reason; true when it does. */
  readonly reloadOnce: (reason: string) => boolean
  readonly log: (...values: unknown[]) => void
}

/** Finds what stands at an address. Rejects when session or registry cannot be read. */
export type PlaceFinder = (path: string) => Promise<Place>

/** Builds the finder that the router asks for every address. */
export function createPlaceFinder(options: PlaceFinderOptions): PlaceFinder {
  return async (path) => {
    const remotes = await options.registry.read()
    const presumed = presumedDecision(options, remotes, path)
    const content = presumed ? await show(options, presumed) : null
    // The landing page does not wait for the session (decision 10); whoever turns out to be signed in moves on when it is read.
    const session = options.session.known() ?? (content ? visitorSession : await options.session.read())
    if (content && session === visitorSession) return { path, session, remotes, content, chrome: null }
    const decision = decide(remotes, session, path)
    const [shown, chrome] = await Promise.all([
      show(options, decision),
      needsChrome(decision, session) ? options.loadChrome() : null,
    ])
    return { path, session, remotes, content: shown, chrome }
  }
}

/** The landing page for a cold visitor, while nothing is known of the session. */
function presumedDecision(
  options: PlaceFinderOptions,
  remotes: readonly RemoteEntry[],
  path: string,
): Decision | null {
  if (path !== '/' || options.session.known() || options.expectsSession()) return null
  const decision = decide(remotes, visitorSession, path)
  return decision.kind === 'screen' ? decision : null
}

/** A screen stands in the layout that it declares; a page that says something to a signed-in person keeps their navigation. */
function needsChrome(decision: Decision, session: Session): boolean {
  if (decision.kind === 'screen') return decision.chosen.route.layout !== 'bare'
  return decision.kind === 'not-found' && session.person !== null
}

async function show(options: PlaceFinderOptions, decision: Decision): Promise<PlaceContent> {
  if (decision.kind !== 'screen') return decision
  const { chosen } = decision
  try {
    const { Screen } = await options.loader.load(chosen.remote, chosen.route.screen)
    return { kind: 'screen', chosen, Screen }
  } catch (error) {
    const failure =
      error instanceof RemoteUnavailable ? error : new RemoteUnavailable(chosen.remote.name, 'failed', error)
    options.log(failure, failure.cause)
    recoverFromDeploy(options, chosen)
    return { kind: 'unavailable', chosen, failure }
  }
}

/** A running remote whose next chunk is gone, while the registry lists another version: the page is older than the deploy. */
function recoverFromDeploy(options: PlaceFinderOptions, { remote }: ChosenRoute): void {
  const running = options.loader.runningVersion(remote.name)
  if (!running) return
  options.registry.refresh().then(
    (entries) => {
      const latest = entries.find(({ name }) => name === remote.name)
      if (latest && latest.version !== running) options.reloadOnce(`${latest.name}@${latest.version}`)
    },
    (error: unknown) => options.log('The registry could not be read', error),
  )
}
