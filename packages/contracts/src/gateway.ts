import { z } from 'zod'

/** One part of the portal as GET /api/status reports it. */
export const StatusPart = z.object({
  name: z.string(),
  kind: z.enum(['service', 'remote', 'engine']),
  state: z.enum(['ready', 'unavailable']),
  version: z.string().nullable(),
  detail: z.string().nullable(),
})
export type StatusPart = z.infer<typeof StatusPart>

/** Answer of GET /api/status: 200 when every part serves, else 503. */
export const PortalStatus = z.object({ state: z.enum(['ready', 'unavailable']), parts: z.array(StatusPart) })
export type PortalStatus = z.infer<typeof PortalStatus>

/** One server-sent message of GET /api/events: an event type and the id of what changed. */
export const Invalidation = z.object({ type: z.string(), subject: z.string() })
export type Invalidation = z.infer<typeof Invalidation>
