import type { LoadRoutes } from './load-routes.ts'
import type { Profile } from './profiles.ts'
import type { RouteName } from './route-names.ts'

/** A limit as k6 takes it. */
export interface Threshold {
  readonly threshold: string
  readonly abortOnFail: boolean
  readonly delayAbortEval: string
}

/** Long enough that one slow request at the start ends nothing. */
const settled = '10s'

/**
 * Limits of each route: the share of its requests that may fail, and how long the head of a
 * response may take, as a part of the deadline that the contract sets. With those of the whole.
 */
export function thresholds(
  names: readonly RouteName[],
  routes: LoadRoutes,
  { limits, endsAtLimit }: Pick<Profile, 'limits' | 'endsAtLimit'>,
): Readonly<Record<string, readonly Threshold[]>> {
  const threshold = (text: string): Threshold => {
    return { threshold: text, abortOnFail: endsAtLimit === true, delayAbortEval: settled }
  }
  const share = threshold(limits.failedShare === 0 ? 'rate==0' : `rate<${limits.failedShare}`)
  const ofRoutes = [...new Set(names)].flatMap((name) => {
    const headMs = routes[name].deadlineMs * limits.partOfDeadline
    return [
      [`http_req_failed{name:${name}}`, [share]],
      [`http_req_waiting{name:${name}}`, [threshold(`p(95)<${headMs}`)]],
    ] as const
  })
  const ofStreams = threshold(`p(95)<${routes['chat.ask'].deadlineMs * limits.partOfDeadline}`)
  return {
    ...Object.fromEntries(ofRoutes),
    // What is said must also be right: k6 counts it beside the statuses.
    checks: [threshold(limits.failedShare === 0 ? 'rate==1' : `rate>=${1 - limits.failedShare * 10}`)],
    answer_streamed: [ofStreams],
  }
}
