import { z } from 'zod'
import { PassageLocation } from './passage-location.ts'

/**
 * How far the approved documents answer a question. Only a model that reads them can report
 * `conflict` (the sources disagree); the extractive answerer merely quotes.
 */
export const Outcome = z.enum(['answered', 'partial', 'no_evidence', 'conflict'])
export type Outcome = z.infer<typeof Outcome>

/** A part of a version's text: UTF-16 offsets `[start, end)`. */
export const CitedSpan = z.object({ start: z.number().int(), end: z.number().int(), quote: z.string() })
export type CitedSpan = z.infer<typeof CitedSpan>

/**
 * A verified quotation, equal to the version's text there; `number` is its mark `[n]`. `quote` is
 * the clause that decides; `context`, verified as well, is shown with it (decision 78).
 */
export const Citation = PassageLocation.extend({
  number: z.number().int().min(1),
  quote: z.string(),
  context: z.array(CitedSpan).optional(),
})
export type Citation = z.infer<typeof Citation>
