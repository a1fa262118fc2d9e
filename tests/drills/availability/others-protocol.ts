import { z } from 'zod'
import { TargetMessage } from './attackers-protocol.ts'

/** Messages to the process of those who want to work while others attack. */
export const OthersOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enter'), target: TargetMessage }),
  z.object({ kind: z.literal('watch') }),
  z.object({ kind: z.literal('work'), signsIn: z.boolean() }),
])
export type OthersOrder = z.infer<typeof OthersOrder>

/** What it says; times are in milliseconds. */
export const OthersMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entered') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({
    kind: z.literal('watched'),
    samples: z.array(z.object({ status: z.number(), beganAt: z.number(), tookMs: z.number() })),
  }),
  z.object({ kind: z.literal('worked'), uploadedMs: z.number(), readyMs: z.number() }),
])
export type OthersMessage = z.infer<typeof OthersMessage>
