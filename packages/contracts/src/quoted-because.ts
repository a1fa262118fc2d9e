import { z } from 'zod'

/**
 * Why an answer quotes its documents although there is a language model: the organization has
 * switched it off, it was away, it declined the question, its tokens of today are used up, or
 * nothing proved what it said.
 */
export const QuotedBecause = z.enum([
  'model_off',
  'model_unavailable',
  'question_declined',
  'budget_used_up',
  'not_proven',
])
export type QuotedBecause = z.infer<typeof QuotedBecause>
