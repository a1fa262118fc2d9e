import { z } from 'zod'

/** Line breaks, other controls, half characters, and marks that reverse what follows: nobody can type them, and they make a name look like another. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const invisible = /\p{Cf}/gu

/**
 * A name that people give something: trimmed, one line, at least `min` characters that can be seen. Whoever reads it can type it, as an
 * operator must to delete an organization. `message` is told when it is missing or too short.
 */
export function visibleName(rule: { readonly min: number; readonly max: number; readonly message: string }) {
  const { min, max, message } = rule
  return z
    .string(message)
    .trim()
    .min(min, message)
    .max(max)
    .refine((name) => !unwanted.test(name), 'A name is one line, without hidden characters.')
    .refine((name) => name.replace(invisible, '').trim().length >= min, message)
}
