import { z } from 'zod'
import type { ChildLine } from './protocol.ts'

const Block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list-item', 'table']),
  text: z.string(),
  level: z.number().int().min(1).max(6).exactOptional(),
  page: z.number().int().min(1).exactOptional(),
})

const Failure = z.object({
  reason: z.enum([
    'encrypted',
    'corrupt',
    'too_large_inside',
    'time_limit',
    'memory_limit',
    'no_text',
    'unsupported',
  ]),
  message: z.string().max(500),
})

const Line: z.ZodType<ChildLine> = z.union([
  z.strictObject({ block: Block }),
  z.strictObject({
    done: z.object({ parser: z.string().max(100), pages: z.number().int().min(0).exactOptional() }),
  }),
  z.strictObject({ failure: Failure }),
  z.strictObject({ ready: z.literal(true) }),
])

/** Validates a line from the child, which may be compromised by its file. Null if invalid. */
export function readChildLine(text: string): ChildLine | null {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    // Invalid output: the caller stops the process.
    return null
  }
}
