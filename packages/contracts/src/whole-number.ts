import { z } from 'zod'

/**
 * A positive whole number up to `max` as addresses and forms carry it: digits only. What merely evaluates to a number (`1e3`, `01`, ` 1`,
 * `0x1`, 2^53) is none, so one thing has one address.
 */
export function wholeNumber(max: number) {
  const written = z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
  return z.union([z.number(), written]).pipe(z.number().int().min(1).max(max))
}
