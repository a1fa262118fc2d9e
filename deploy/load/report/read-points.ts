import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** A measured value as k6 writes it (https://grafana.com/docs/k6/latest/results-output/real-time/json/). */
const Point = z.object({
  type: z.literal('Point'),
  metric: z.string(),
  data: z.object({
    time: z.string(),
    value: z.number(),
    tags: z.record(z.string(), z.string()).nullish(),
  }),
})

/** A request of a scenario; those of setup and teardown are left out. */
export interface LoadedRequest {
  readonly name: string
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  readonly durationMs: number
  readonly headMs: number
  readonly isFailed: boolean
  readonly status: string
}

/** What else is shown over time or as a whole. */
export interface LoadPoints {
  readonly requests: readonly LoadedRequest[]
  /** Values of the script's own measures and the browser's, by name. */
  readonly measures: ReadonlyMap<string, readonly number[]>
  /** Acts that k6 could not begin in time, for want of people. */
  readonly dropped: number
  readonly acts: number
}

const measured = new Set(['signed_in', 'ready_to_cite', 'answer_streamed'])
const isWanted =
  /"metric":"(http_req_duration|http_req_waiting|iterations|dropped_iterations|signed_in|ready_to_cite|answer_streamed|browser_web_vital_\w+)"/

/** Reads what k6 measured, one line at a time: the file may be larger than memory. */
export async function readPoints(file: string): Promise<LoadPoints> {
  const requests: LoadedRequest[] = []
  const measures = new Map<string, number[]>()
  let [dropped, acts] = [0, 0]
  // k6 writes the points of one request together, in an order of its own.
  let pending: { durationMs?: number; headMs?: number } = {}
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!isWanted.test(line)) continue
    const point = Point.safeParse(JSON.parse(line)).data
    if (!point) continue
    const { value, time, tags } = point.data
    const { metric } = point
    if (metric === 'dropped_iterations') dropped += value
    else if (metric === 'iterations') acts += value
    else if (measured.has(metric) || metric.startsWith('browser_'))
      measures.set(metric, [...(measures.get(metric) ?? []), value])
    else {
      pending = {
        ...pending,
        ...(metric === 'http_req_duration' ? { durationMs: value } : { headMs: value }),
      }
      const { durationMs, headMs } = pending
      if (durationMs === undefined || headMs === undefined) continue
      pending = {}
      if (!tags?.scenario) continue
      requests.push({
        ...{ name: tags.name ?? '', at: Date.parse(time), durationMs, headMs },
        ...{ isFailed: tags.expected_response === 'false', status: tags.status ?? '' },
      })
    }
  }
  return { requests, measures, dropped, acts }
}
