import { z } from 'zod'
import { roles } from './permissions.ts'

/**
 * Claims of a passport: the JWT (RS256, 60 s) that the gateway signs for one request. `aud` lists
 * the services that may accept it. With `kind: service` one service calls another and `sub` is its
 * name.
 */
export const PassportClaims = z.object({
  iss: z.literal('portal-gateway'),
  sub: z.string().min(1),
  aud: z.array(z.string()),
  kind: z.enum(['person', 'service']),
  org: z.number().int().positive().nullable(),
  role: z.enum(roles).nullable(),
  departments: z.array(z.number().int()),
  operator: z.boolean(),
  /** What the organization has switched off; absent: nothing. */
  featuresOff: z.array(z.string()).optional(),
  sid: z.string(),
  /** Of a job that acts for a person later: it reaches routes that change nothing. */
  readOnly: z.boolean().optional(),
  exp: z.number(),
})
export type PassportClaims = z.infer<typeof PassportClaims>

/** Header that carries the passport between gateway and services. */
export const passportHeader = 'x-portal-passport'
/** Header that carries the request id everywhere, and back to the browser. */
export const requestIdHeader = 'x-request-id'
/** Response header: events that this request wrote, as `type:id`, comma-separated (decision 62). */
export const wroteHeader = 'x-portal-wrote'
/** Request header: events that the service's projections must include before it responds. */
export const seenHeader = 'x-portal-seen'
/** Request header whose key makes repeated POSTs take effect once. */
export const idempotencyHeader = 'idempotency-key'
