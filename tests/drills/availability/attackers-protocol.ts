import { z } from 'zod'

/** Where the portal is; as an argument of a process, the passwords in it would be visible. */
export const TargetMessage = z.object({
  address: z.string(),
  logins: z.array(z.object({ username: z.string(), password: z.string() })),
})

/** Messages to the attackers' process. */
export const AttackersOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    name: z.string(),
    target: TargetMessage,
  }),
  z.object({ kind: z.literal('report') }),
])
export type AttackersOrder = z.infer<typeof AttackersOrder>

/** What it says. */
export const AttackersMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({
    kind: z.literal('report'),
    figures: z.string(),
    open: z.number().optional(),
    problem: z.string().optional(),
    isDone: z.boolean(),
  }),
])
export type AttackersMessage = z.infer<typeof AttackersMessage>
