import { z } from 'zod'

const DatabaseUrls = z.object({
  owner: z.string(),
  app: z.string(),
  platform: z.string(),
})

/** Settings of the load of two tenants, as JSON in its first argument. */
export const LoadOrder = z.object({ urls: DatabaseUrls, connections: z.number(), isGuarded: z.boolean() })
export type LoadOrder = z.infer<typeof LoadOrder>

/** Failed calls are no fault: their backend was terminated, and they said so. */
export const LoadReport = z.object({
  committed: z.number(),
  failed: z.number(),
  /** Rows of another organization that a transaction read. */
  foreignRows: z.number(),
  /** Writes that ran in another organization's transaction, where row security refused them. */
  foreignWrites: z.number(),
  /** Calls that neither returned nor threw. */
  hungCalls: z.number(),
  uncaughtErrors: z.number(),
})
export type LoadReport = z.infer<typeof LoadReport>
