import type { RemoteEntry } from '@portal/contracts/remotes'
import { audiencesOf, chooseRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'
import type { TestPage } from '@portal/testkit/browser'

/** A page to photograph: its pictures' name and its path, and what is done there before. */
export interface ScreenAddress {
  readonly name: string
  readonly path: string
  /** Done before the page is opened, as choosing what the server responds. */
  readonly before?: (page: TestPage) => Promise<unknown>
  readonly act?: (page: TestPage) => Promise<void>
  /** Nothing floats after `act`: the page is photographed down to its end. */
  readonly isWhole?: boolean
  /** Something goes on there for good: nothing waits for its end. */
  readonly isBusy?: boolean
  /** The widest window, in pixels, in which it looks so. */
  readonly widest?: number
}

/** Values for the parameters of path patterns. */
export type SampleParams = Readonly<Record<string, string>>

/** Redirects visitors to the login before a picture can be taken. */
const leftAtOnce = ['/chat']

/** Every address with a screen for this session, patterns filled with samples. */
export function screenAddresses(
  remotes: readonly RemoteEntry[],
  session: Session,
  samples: SampleParams,
): ScreenAddress[] {
  const request = { audiences: audiencesOf(session), permissions: session.permissions }
  const patterns = new Set(remotes.flatMap(({ routes }) => routes.map(({ path }) => path)))
  return [...patterns]
    .map((pattern) => ({ name: nameOf(pattern), path: filled(pattern, samples) }))
    .filter(({ path }) => chooseRoute(remotes, { ...request, path }) !== null)
    .filter(({ path }) => session.person !== null || !leftAtOnce.includes(path))
}

function nameOf(pattern: string): string {
  return pattern.replaceAll(':', '').split('/').filter(Boolean).join('-') || 'home'
}

function filled(pattern: string, samples: SampleParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => samples[name] ?? 'sample')
}
