import { z } from 'zod'

/** Whose browsers receive an event: all the organization's, or those listed. Absent: none. */
export const EventAudience = z.object({
  organizationId: z.number().int().optional(),
  departments: z.array(z.number().int()).optional(),
  roles: z.array(z.string()).optional(),
  users: z.array(z.string()).optional(),
})
export type EventAudience = z.infer<typeof EventAudience>

/**
 * A CloudEvents 1.0 envelope in structured JSON (https://github.com/cloudevents/spec). `source` is
 * the producing service and topic, `subject` the aggregate's id, `partitionkey` the ordering key
 * (organization and aggregate). Platform events have no `organizationid`; `actorid` is the
 * pseudonym of the person who caused the event. `republished` marks present state sent again to
 * rebuild projections; counters and records of what happened ignore it. `traceparent` is of the
 * span that caused the event (the extension Distributed Tracing of CloudEvents).
 */
export const EventEnvelope = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string(),
  type: z.string(),
  dataversion: z.number().int(),
  subject: z.string(),
  time: z.iso.datetime(),
  organizationid: z.number().int().optional(),
  actorid: z.string().optional(),
  partitionkey: z.string(),
  audience: EventAudience.optional(),
  republished: z.boolean().optional(),
  traceparent: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>

/** A declared event: publisher (also its topic), type, version, payload. Changes only add. */
export interface EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> {
  readonly source: string
  readonly type: Type
  readonly version: number
  readonly data: Data
}

type Unsourced = Omit<EventDefinition, 'source'>

/** An event for {@link events}, as `event('member.joined', 1, { userId: z.string() })`. */
export function event<Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  version: number,
  shape: Shape,
): Omit<EventDefinition<Type, z.ZodObject<Shape>>, 'source'> {
  return { type, version, data: z.object(shape) }
}

/** The events that one service publishes, as `events('team', { memberJoined: event(…) })`. */
export function events<Table extends Readonly<Record<string, Unsourced>>>(
  source: string,
  table: Table,
): Sourced<Table> {
  // Safe because the entries have the table's keys.
  return Object.fromEntries(
    Object.entries(table).map(([name, definition]) => [name, { ...definition, source }]),
  ) as Sourced<Table>
}

/**
 * Audit events that every service emits by itself: a refusal (`code` of the error response;
 * `suppressed` is how many more of the same person were not sent one by one) and an operator's read
 * across organizations. The subject is the route, as `GET /api/documents/{id}`.
 */
export function accessEvents(source: string) {
  return events(source, {
    denied: event('access.denied', 1, {
      code: z.string(),
      suppressed: z.number().int(),
      requestId: z.string().optional(),
    }),
    read: event('access.read', 1, { requestId: z.string().optional() }),
  })
}

type Sourced<Table> = { readonly [Name in keyof Table]: Table[Name] & { readonly source: string } }
