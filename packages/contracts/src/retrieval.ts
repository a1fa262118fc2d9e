import { z } from 'zod'
import { PassageLocation } from './passage-location.ts'
import { AskedDefinition, RetrievedWindow, TopicSimilarity } from './retrieved-window.ts'
import { Supposition } from './reviewed-retrieval.ts'
import { route } from './route.ts'

/** A span of a stored version: UTF-16 offsets `[start, end)`. */
export const TextSpan = z.object({
  versionId: z.uuid(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  text: z.string(),
})
export type TextSpan = z.infer<typeof TextSpan>

/**
 * A readable passage. `score` is its rank, `similarity` the encoder's cosine. It has no windows
 * while the states of its tokens are not known.
 */
export const RetrievedPassage = PassageLocation.extend({
  id: z.uuid(),
  text: z.string(),
  score: z.number(),
  similarity: z.number(),
  windows: z.array(RetrievedWindow).optional(),
  definitions: z.array(AskedDefinition).optional(),
})
export type RetrievedPassage = z.infer<typeof RetrievedPassage>

/** A part of a stored passage: UTF-16 offsets `[start, end)` into its text. */
export const PassageSpan = z.object({
  passageId: z.uuid(),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
})
export type PassageSpan = z.infer<typeof PassageSpan>

/** A part that is compared with a question: below its titles, or its words alone. */
export const ComparedSpan = PassageSpan.extend({ isAlone: z.boolean().optional() })
export type ComparedSpan = z.infer<typeof ComparedSpan>

const supposed = Supposition.optional()

/** Routes that chat alone calls, for the passages of an answer; served by documents. */
export const retrievalApi = {
  retrievePassages: route('POST', '/retrieval/passages', {
    can: 'passage:read',
    summary: 'Passages of current, approved, active versions that the asker may read',
    body: z.object({
      question: z.string().min(1).max(4000),
      limit: z.number().int().min(1).max(50),
      supposed,
    }),
    returns: z.object({
      passages: z.array(RetrievedPassage),
      topicSimilarity: TopicSimilarity.optional(),
      /** The question with its misspelt words repaired, if any were. */
      understoodAs: z.string().optional(),
    }),
    isRepeatable: true,
    isPublicPath: false,
  }),
  compareSpans: route('POST', '/retrieval/similarities', {
    can: 'passage:read',
    summary: 'How near parts of passages are to a question, in the given order; null: not to be cited',
    body: z.object({
      question: z.string().min(1).max(4000),
      spans: z.array(ComparedSpan).max(50),
      supposed,
    }),
    returns: z.object({ similarities: z.array(z.number().nullable()) }),
    isPublicPath: false,
    isRepeatable: true,
  }),
  verifySpans: route('POST', '/retrieval/spans', {
    can: 'passage:read',
    summary: 'Which spans are byte-identical to a version that the asker may cite now, in the given order',
    body: z.object({ spans: z.array(TextSpan).max(50), supposed }),
    returns: z.object({ valid: z.array(z.boolean()) }),
    isRepeatable: true,
    isPublicPath: false,
  }),
} as const
