import { parseFailures } from '@portal/service-kit/ports/document-parser'
import { z } from 'zod'
import { carriedPiece, parsedLimits } from './protocol.ts'

const Block = z.object({
  kind: z.enum(['heading', 'paragraph', 'list-item', 'table']),
  text: z.string(),
  level: z.number().int().min(1).max(6).exactOptional(),
  page: z.number().int().min(1).exactOptional(),
})

/**
 * A line of standard output: first `ready`, then per file the pages that it reaches, its blocks, or
 * pages packed for another process, and `done` or `failure`.
 */
const ChildLine = z.union([
  z.strictObject({ block: Block }),
  z.strictObject({
    done: z.object({
      parser: z.string().max(100),
      pages: z.number().int().min(0).max(parsedLimits.pagesMax).exactOptional(),
      nextPage: z.number().int().min(2).exactOptional(),
      unreadPages: z.array(z.number().int().min(1)).max(parsedLimits.pagesMax).readonly().exactOptional(),
    }),
  }),
  z.strictObject({ failure: z.object({ reason: z.enum(parseFailures), message: z.string().max(500) }) }),
  z.strictObject({
    carried: z
      .string()
      .max(carriedPiece)
      .regex(/^[A-Za-z0-9+/=]+$/),
  }),
  z.strictObject({ ready: z.literal(true) }),
  // The page of a PDF that is read next, and their number.
  z.strictObject({ reached: z.object({ page: z.number().int().min(1), of: z.number().int().min(1) }) }),
])
export type ChildLine = z.infer<typeof ChildLine>

/** Validates a line from the child, which may be compromised by its file. Null if invalid. */
export function readChildLine(text: string): ChildLine | null {
  try {
    return ChildLine.parse(JSON.parse(text))
  } catch {
    // Invalid output: the caller stops the process.
    return null
  }
}
