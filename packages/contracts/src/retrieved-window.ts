import { z } from 'zod'

/**
 * One to three neighbouring clauses of a passage, at most 60 words unless it is a single clause:
 * UTF-16 offsets `[start, end)` into its text. `similarity` is the cosine of its tokens' mean with
 * the question, `match` (0 to 1) how well its tokens match the question's words, rare ones more,
 * `score` the rank of its passage.
 */
export const RetrievedWindow = z.object({
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  similarity: z.number(),
  match: z.number(),
  score: z.number(),
})
export type RetrievedWindow = z.infer<typeof RetrievedWindow>

/** A clause that says what a term of the question means: offsets into its passage. */
export const AskedDefinition = z.object({
  term: z.string(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
})
export type AskedDefinition = z.infer<typeof AskedDefinition>

/**
 * Cosine of a question with the nearest everyday topic that no title or heading of the passages
 * names; null while the topics are not encoded.
 */
export const TopicSimilarity = z.number().nullable()
