import { z } from 'zod'

/**
 * Control characters, lone surrogates and bidirectional marks: nobody can type them, and they let
 * one name look like another.
 */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const invisible = /\p{Cf}/gu

/**
 * A name: trimmed, one line, at least `min` visible characters. Anyone who reads it can type it, as
 * operators must to delete an organization. `label` begins every message; the one for a name that
 * is missing or too short is specified (product §5).
 */
export function visibleName(rule: { readonly label: string; readonly min: number; readonly max: number }) {
  const { label, min, max } = rule
  const tooShort = min === 1 ? `${label} must not be empty.` : `${label} must be at least ${min} characters`
  return z
    .string(tooShort)
    .trim()
    .min(min, tooShort)
    .max(max, `${label} must be at most ${max} characters.`)
    .refine((name) => !unwanted.test(name), `${label} must be one line, without hidden characters.`)
    .refine((name) => name.replace(invisible, '').trim().length >= min, tooShort)
}
