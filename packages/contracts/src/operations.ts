import { z } from 'zod'
import { route } from './route.ts'

/** How often something was done and how long it took, in milliseconds; `label` names it. */
export const Timing = z.object({
  label: z.string(),
  count: z.number().int(),
  failures: z.number().int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
  maxMs: z.number(),
})
export type Timing = z.infer<typeof Timing>

/** A span that has ended: times in milliseconds, since 1970 or long. */
export const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  error: z.string().nullable(),
})
export type Span = z.infer<typeof Span>

/** An error of the log without its own words, which may quote what somebody wrote. */
export const OperationError = z.object({
  at: z.number(),
  message: z.string(),
  route: z.string().nullable(),
  error: z.string().nullable(),
  requestId: z.string().nullable(),
  traceId: z.string().nullable(),
})
export type OperationError = z.infer<typeof OperationError>

/**
 * What waits in a part: events to publish and to handle, dead letters, jobs. `lag` is null while
 * the event log does not answer.
 */
export const PartBacklog = z.object({
  outbox: z.object({ waiting: z.number().int(), oldestSeconds: z.number() }),
  lag: z.array(z.object({ consumer: z.string(), topic: z.string(), behind: z.number().int() })).nullable(),
  deadLetters: z.array(z.object({ consumer: z.string(), failed: z.number().int(), held: z.number().int() })),
  jobs: z.array(z.object({ kind: z.string(), waiting: z.number().int(), oldestSeconds: z.number() })),
})
export type PartBacklog = z.infer<typeof PartBacklog>

/** What one process of a part reports of itself, at its internal address. */
export const PartReport = z.object({
  service: z.string(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  isTracing: z.boolean(),
  /** Null while its database does not answer; absent for a part in which nothing ever waits. */
  backlog: PartBacklog.nullable().optional(),
  routes: z.array(Timing),
  engines: z.array(Timing),
  errors: z.array(OperationError),
  spans: z.array(Span),
})
export type PartReport = z.infer<typeof PartReport>

/** A part for operators; `report` is null where it does not answer. */
export const OperatedPart = z.object({
  name: z.string(),
  report: PartReport.omit({ spans: true, errors: true, service: true }).nullable(),
})
export type OperatedPart = z.infer<typeof OperatedPart>

/** A trace of the last hour; `services` in the order in which they took part. */
export const TraceSummary = z.object({
  traceId: z.string(),
  name: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  spans: z.number().int(),
  services: z.array(z.string()),
  hasError: z.boolean(),
})
export type TraceSummary = z.infer<typeof TraceSummary>

/** What the portal's processes know of their own work; nothing of anybody's documents. */
export const Operations = z.object({
  parts: z.array(OperatedPart),
  errors: z.array(OperationError.extend({ service: z.string() })),
  traces: z.array(TraceSummary),
})
export type Operations = z.infer<typeof Operations>

/** Most traces, and errors, that the page lists. */
export const operationsListMax = 50

/** The operations page of Master Admin. */
export const operationsApi = {
  readOperations: route('GET', '/api/operations', {
    can: 'operator',
    summary: 'Parts, backlogs, slowest routes, last errors and traces of the last hour',
    returns: Operations,
    bearer: false,
  }),
  readTrace: route('GET', '/api/operations/traces/{traceId}', {
    can: 'operator',
    summary: 'The spans of a trace of the last hour, in the order in which they began',
    params: z.object({ traceId: z.string().regex(/^[\da-f]{32}$/, 'must be 32 hexadecimal digits') }),
    returns: z.object({ spans: z.array(Span.extend({ service: z.string() })) }),
    bearer: false,
  }),
} as const
