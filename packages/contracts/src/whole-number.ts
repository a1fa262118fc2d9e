import { z } from 'zod'

/**
 * A positive integer up to `max` in paths and forms: digits only. Other spellings of a number
 * (`1e3`, `01`, ` 1`, `0x1`, 2^53) are invalid, so each thing has one URL.
 */
export function wholeNumber(max: number) {
  const written = z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
  return z.union([z.number(), written]).pipe(z.number().int().min(1).max(max))
}

/** An organization's number in a path, in canonical form: no `1e3`, `01`, `-1` or 2^53. */
export const OrganizationId = wholeNumber(Number.MAX_SAFE_INTEGER)
