import { z } from 'zod'
import { route } from './route.ts'

/** A version that awaits approval, searched by its reviewers as if it were the current one. */
export const SupposedVersion = z.object({ documentId: z.uuid(), versionId: z.uuid() })
export type SupposedVersion = z.infer<typeof SupposedVersion>

/** The most spans of one request. */
export const retrievalSpansMax = 1000
/** The most questions of one request. */
export const groupedQuestionsMax = 300

const offset = z.number().int().min(0)

/** Routes by which chat learns what answers a version would change, served by documents. */
export const reviewedRetrievalApi = {
  findAlteredSpans: route('POST', '/retrieval/altered-spans', {
    can: 'passage:read',
    summary: 'Which spans of other versions a version that awaits approval alters, in the given order',
    body: z.object({
      supposed: SupposedVersion,
      spans: z.array(z.object({ versionId: z.uuid(), start: offset, end: offset })).max(retrievalSpansMax),
    }),
    returns: z.object({ altered: z.array(z.boolean()) }),
    isRepeatable: true,
    isPublicPath: false,
    // As the difference of two versions.
    deadlineMs: 60_000,
  }),
  groupQuestions: route('POST', '/retrieval/question-groups', {
    can: 'passage:read',
    summary: 'The number of the group of each question, in the given order; a group means the same',
    body: z.object({ questions: z.array(z.string().min(1).max(4000)).max(groupedQuestionsMax) }),
    returns: z.object({ groups: z.array(z.number().int()) }),
    isRepeatable: true,
    isPublicPath: false,
    deadlineMs: 30_000,
  }),
} as const
