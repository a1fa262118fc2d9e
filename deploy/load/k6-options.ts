import type { LoadRoutes } from './load-routes.ts'
import type { Profile } from './profiles.ts'
import { type ScenarioName, scenarioNames, scenarioRoutes, sharesOfThousand } from './scenarios.ts'
import { type Threshold, thresholds } from './thresholds.ts'

type Json = Readonly<Record<string, unknown>>

/** Options of k6, as https://grafana.com/docs/k6/latest/using-k6/k6-options/reference/ lists them. */
export interface K6Options {
  readonly scenarios: Readonly<Record<string, Json>>
  readonly thresholds: Readonly<Record<string, readonly Threshold[]>>
  readonly [option: string]: unknown
}

export interface LoadShape {
  readonly profile: Profile
  readonly routes: LoadRoutes
  /** Whether a browser looks at the portal beside the requests. */
  readonly hasBrowser: boolean
}

/** Most of k6's people of one scenario at once: what they cannot begin, k6 counts as dropped. */
const peopleMax = 40
/** An act takes so long at most before people become scarce. */
const actSeconds = 4

/** What k6 does: scenarios with their rates, and limits of each route that they call. */
export function k6Options({ profile, routes, hasBrowser }: LoadShape): K6Options {
  const called = scenarioNames.flatMap((name) => scenarioRoutes[name])
  const ofRequests = scenarioNames.map((name) => [name, { exec: name, ...pace(name, profile) }])
  return {
    scenarios: { ...Object.fromEntries(ofRequests), ...(hasBrowser && { readSession: browsing }) },
    thresholds: thresholds(called, routes, profile),
    summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
    // The address of a request is in its name, and ids in tags would make a series of each.
    systemTags: ['status', 'method', 'name', 'scenario', 'expected_response', 'check', 'group'],
    setupTimeout: '180s',
    teardownTimeout: '120s',
    // Redirects of a sign-in are followed by hand, with cookies.
    maxRedirects: 0,
    userAgent: 'portal-load',
  }
}

/** One window that signs in, reads, and keeps its stream of events open meanwhile. */
const browsing: Json = {
  ...{ exec: 'browse', executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '90s' },
  options: { browser: { type: 'chromium' } },
}

function pace(name: ScenarioName, { acts, seconds }: Profile): Json {
  const [first, ...further] = acts
  // Per minute, since k6 takes whole numbers.
  const rate = (perSecond: number) =>
    Math.max(1, Math.round((perSecond * 60 * sharesOfThousand[name]) / 1000))
  const people = (perSecond: number) =>
    Math.min(peopleMax, Math.max(2, Math.ceil((rate(perSecond) / 60) * actSeconds)))
  const most = Math.max(...acts)
  const crowd = { timeUnit: '1m', preAllocatedVUs: people(first), maxVUs: people(most), gracefulStop: '30s' }
  if (most === 1) {
    const few = { vus: 1, iterations: 2, maxDuration: `${seconds}s` }
    return { executor: 'per-vu-iterations', ...few, gracefulStop: '30s' }
  }
  if (further.length === 0)
    return { executor: 'constant-arrival-rate', rate: rate(first), duration: `${seconds}s`, ...crowd }
  const duration = `${Math.round(seconds / further.length)}s`
  const stages = further.map((perSecond) => ({ duration, target: rate(perSecond) }))
  return { executor: 'ramping-arrival-rate', startRate: rate(first), stages, ...crowd }
}
