import type { LoadRoutes } from './load-routes.ts'
import type { Profile } from './profiles.ts'
import {
  returningRoutes,
  type ScenarioName,
  scenarioNames,
  scenarioRoutes,
  sharesOfThousand,
} from './scenarios.ts'
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
/** Who comes back waits longer: the rate holds while everything else begins anew, too. */
const returning = { peopleMax: 200, actSeconds: 20 }

/** What k6 does: scenarios with their rates, and limits of each route that they call. */
export function k6Options({ profile, routes, hasBrowser }: LoadShape): K6Options {
  const called = [...scenarioNames.flatMap((name) => scenarioRoutes[name]), ...returningRoutes]
  const ofRequests = scenarioNames.map((name) => [name, { exec: name, ...pace(name, profile) }])
  return {
    scenarios: {
      ...Object.fromEntries(ofRequests),
      ...(profile.returning !== undefined && {
        currentUser: { exec: 'currentUser', ...steady(profile.returning * 60, profile.seconds, returning) },
      }),
      ...(hasBrowser && { readSession: browsing }),
    },
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
  const rate = (perSecond: number) => Math.max(1, (perSecond * 60 * sharesOfThousand[name]) / 1000)
  const most = Math.max(...acts)
  if (most === 1) {
    const few = { vus: 1, iterations: 2, maxDuration: `${seconds}s` }
    return { executor: 'per-vu-iterations', ...few, gracefulStop: '30s' }
  }
  if (further.length === 0) return steady(rate(first), seconds)
  const duration = `${Math.round(seconds / further.length)}s`
  const stages = further.map((perSecond) => ({ duration, target: Math.round(rate(perSecond)) }))
  const crowd = crowdOf(rate(first), rate(most))
  return { executor: 'ramping-arrival-rate', startRate: Math.round(rate(first)), stages, ...crowd }
}

function steady(perMinute: number, seconds: number, patience?: typeof returning): Json {
  const crowd = crowdOf(perMinute, perMinute, patience)
  return {
    executor: 'constant-arrival-rate',
    ...{ rate: Math.round(perMinute), duration: `${seconds}s`, ...crowd },
  }
}

/** Rates are per minute, since k6 takes whole numbers. */
function crowdOf(first: number, most: number, patience = { peopleMax, actSeconds }): Json {
  const people = (perMinute: number) =>
    Math.min(patience.peopleMax, Math.max(2, Math.ceil((perMinute / 60) * patience.actSeconds)))
  return { timeUnit: '1m', preAllocatedVUs: people(first), maxVUs: people(most), gracefulStop: '30s' }
}
