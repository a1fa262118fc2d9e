import type { RemoteEntry } from '@portal/contracts/remotes'
import { audiencesOf, chooseRoute } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'

/** A page to photograph: the name of its pictures and its local address. */
export interface ScreenAddress {
  readonly name: string
  readonly path: string
}

/** What stands for the parameters of path patterns, by name. */
export type SampleParams = Readonly<Record<string, string>>

/** Visitors are on their way to the login page before a picture of these is taken. */
const leftAtOnce = ['/chat']

/** Every address at which the registry has a screen for this session, patterns filled with samples. */
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
  const words = pattern.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'))
  return words.join('-') || 'home'
}

function filled(pattern: string, samples: SampleParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => samples[name] ?? 'sample')
}
