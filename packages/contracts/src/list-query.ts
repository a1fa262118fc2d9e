import { z } from 'zod'

/** The most rows of one response, and as many as come without `limit` (decision 29). */
export const listRowsMax = 5000

/** Query of a list. The cursor, of this schema, is the id of the last row of the part before. */
export function listQuery<Cursor extends z.ZodType>(cursor: Cursor) {
  const limit = z.coerce.number().int().min(1).max(listRowsMax).optional()
  return z.object({ limit, cursor: cursor.optional() })
}
