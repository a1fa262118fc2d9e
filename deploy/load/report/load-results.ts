import { z } from 'zod'
import type { LoadOptions } from '../load-options.ts'
import type { PortalSample } from '../watch-portal.ts'
import type { LoadedRequest, LoadPoints } from './read-points.ts'

const Checks = z.object({
  checks: z.array(z.object({ name: z.string(), passes: z.number(), fails: z.number() })),
})

/** Of k6's summary, what k6 alone knows; setup and teardown are groups. */
const Summary = z.object({
  metrics: z.record(
    z.string(),
    z.object({ thresholds: z.record(z.string(), z.object({ ok: z.boolean() })).optional() }),
  ),
  root_group: Checks.extend({ groups: z.array(Checks) }),
})

/** Milliseconds. */
interface Latency {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** What a load found; the content of `results.json`. */
export interface LoadResults {
  readonly profile: string
  readonly summary: string
  readonly composition: string
  readonly startedAt: string
  readonly seconds: number
  readonly isGood: boolean
  readonly acts: number
  readonly droppedActs: number
  readonly requests: number
  readonly failed: number
  readonly routes: readonly (Latency & {
    readonly name: string
    readonly requests: number
    readonly failed: number
    readonly headP95: number
    /** Of those that failed, with how many had it; 0: no response. */
    readonly statuses: Readonly<Record<string, number>>
  })[]
  readonly measures: readonly (Latency & { readonly name: string; readonly count: number })[]
  readonly limits: readonly { readonly metric: string; readonly limit: string; readonly isKept: boolean }[]
  readonly failedChecks: readonly { readonly name: string; readonly passes: number; readonly fails: number }[]
  /** One entry a second. */
  readonly course: readonly (Pick<Latency, 'p50' | 'p95'> & {
    readonly second: number
    readonly requests: number
    readonly failed: number
  })[]
  /** Null for a portal that somebody else started. */
  readonly portal: {
    readonly eventsPerSecond: number
    readonly parts: readonly { readonly name: string; readonly cpuShare: number; readonly peakMb: number }[]
    readonly course: readonly {
      readonly second: number
      readonly cpuShare: number
      readonly events: number
    }[]
  } | null
}

export interface Measured {
  readonly options: LoadOptions
  readonly points: LoadPoints
  /** k6's own, as it wrote it. */
  readonly summary: unknown
  /** Of a portal of one's own. */
  readonly samples: readonly PortalSample[] | null
  readonly isGood: boolean
}

/** Everything about a load, from its first request of a scenario to its last. */
export function loadResults({ options, points, summary, samples, isGood }: Measured): LoadResults {
  const { requests, measures, acts, dropped } = points
  const from = Math.min(...requests.map(({ at, durationMs }) => at - durationMs))
  const to = Math.max(...requests.map(({ at }) => at))
  const { metrics, root_group: root } = Summary.parse(summary)
  return {
    ...{ profile: options.name, summary: options.profile.summary },
    composition: options.portal ? 'a running portal' : `npm run ${options.composition}`,
    startedAt: new Date(from).toISOString(),
    seconds: (to - from) / 1000,
    ...{ isGood, acts, droppedActs: dropped, requests: requests.length, failed: failedOf(requests) },
    routes: [...Map.groupBy(requests, ({ name }) => name)]
      .map(ofRoute)
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    measures: [...measures].map(([name, values]) => ({ name, count: values.length, ...latency(values) })),
    limits: Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
      Object.entries(thresholds).map(([limit, { ok }]) => ({ metric, limit, isKept: ok })),
    ),
    failedChecks: [root, ...root.groups].flatMap(({ checks }) => checks).filter(({ fails }) => fails > 0),
    course: secondsOf(requests, from),
    portal: samples && portalDuring(samples, { from, to }),
  }
}

function ofRoute([name, requests]: readonly [
  string,
  readonly LoadedRequest[],
]): LoadResults['routes'][number] {
  const failures = Map.groupBy(
    requests.filter(({ isFailed }) => isFailed),
    ({ status }) => status,
  )
  return {
    ...{ name, requests: requests.length, failed: failedOf(requests) },
    ...latency(requests.map(({ durationMs }) => durationMs)),
    headP95: percentile(
      requests.map(({ headMs }) => headMs),
      0.95,
    ),
    statuses: Object.fromEntries([...failures].map(([status, some]) => [status, some.length])),
  }
}

const failedOf = (requests: readonly LoadedRequest[]) => requests.filter(({ isFailed }) => isFailed).length

function latency(values: readonly number[]): Latency {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95), p99: percentile(values, 0.99) }
}

function secondsOf(requests: readonly LoadedRequest[], from: number): LoadResults['course'] {
  const bySecond = Map.groupBy(requests, ({ at }) => Math.floor((at - from) / 1000))
  return Array.from({ length: Math.max(0, ...bySecond.keys()) + 1 }, (_, second) => {
    const some = bySecond.get(second) ?? []
    const { p50, p95 } = latency(some.map(({ durationMs }) => durationMs))
    return { second, requests: some.length, failed: failedOf(some), p50, p95 }
  })
}

function portalDuring(
  samples: readonly PortalSample[],
  { from, to }: { readonly from: number; readonly to: number },
): LoadResults['portal'] {
  const during = samples.filter(({ at }) => at >= from - 1000 && at <= to + 1000)
  const [first, last] = [during[0], during.at(-1)]
  if (!first || !last || first === last) return null
  const seconds = (last.at - first.at) / 1000
  const names = new Set(during.flatMap(({ usage }) => [...usage.keys()]))
  const cpuOf = ({ usage }: PortalSample, name: string) => usage.get(name)?.cpuSeconds ?? 0
  const parts = [...names].map((name) => ({
    name,
    cpuShare: Math.max(0, cpuOf(last, name) - cpuOf(first, name)) / seconds,
    peakMb: Math.max(...during.map(({ usage }) => usage.get(name)?.memoryMb ?? 0)),
  }))
  const cpu = (sample: PortalSample) =>
    [...sample.usage.values()].reduce((sum, one) => sum + one.cpuSeconds, 0)
  const course = during.slice(1).map((sample, index) => {
    const before = during[index] ?? first
    const passed = (sample.at - before.at) / 1000
    return {
      second: Math.max(0, Math.round((sample.at - from) / 1000)),
      cpuShare: Math.max(0, cpu(sample) - cpu(before)) / passed,
      events: Math.max(0, sample.events - before.events) / passed,
    }
  })
  return {
    eventsPerSecond: (last.events - first.events) / seconds,
    parts: parts.sort((a, b) => b.cpuShare - a.cpuShare),
    course,
  }
}

/** The value that this share of the values does not exceed (nearest rank); 0 of none. */
function percentile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0
}
