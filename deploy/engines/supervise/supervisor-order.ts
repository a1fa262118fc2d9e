import { z } from 'zod'

/** What a supervisor is told to be, as JSON in its first argument. It holds no secret. */
export const SupervisorOrder = z.object({
  /** Holds a folder for each engine; others must be able to pass through it when engines have a user of their own. */
  dataFolder: z.string(),
  /** Remove the data when it ends. */
  isTemporary: z.boolean(),
  /** Where people reach the portal that these engines serve. */
  publicOrigin: z.string().optional(),
  /** Lives on without the one who started it, and is found by this file. */
  runFile: z.string().optional(),
})
export type SupervisorOrder = z.infer<typeof SupervisorOrder>

/** Where a running supervisor is told what to do, and where its engines are. */
export const SupervisorAccess = z.object({
  pid: z.number(),
  urls: z.record(z.string(), z.string()),
  control: z.object({ url: z.string(), secret: z.string() }),
})
export type SupervisorAccess = z.infer<typeof SupervisorAccess>

/** What a supervisor tells the one who started it. */
export const SupervisorReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), access: SupervisorAccess }),
  z.object({ kind: z.literal('note'), line: z.string() }),
])
export type SupervisorReport = z.infer<typeof SupervisorReport>
