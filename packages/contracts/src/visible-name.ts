import { z } from 'zod'

/**
 * Control characters, lone surrogates and bidirectional marks: nobody can type them, and they let
 * one name look like another.
 */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const invisible = /\p{Cf}/gu

/**
 * A name: trimmed, one line, at least `min` visible characters. Anyone who reads it can type it, as
 * operators must to delete an organization. `message` reports a name that is missing or too short.
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
