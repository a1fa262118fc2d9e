import { z } from 'zod'

/** An organization's number in a path, in the one way that it is written: `1e3`, `01`, `-1` and 2^53 are nobody's. */
export const OrganizationId = z.coerce
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.number().int().max(Number.MAX_SAFE_INTEGER))
