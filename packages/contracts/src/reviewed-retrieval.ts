import { z } from 'zod'
import { route } from './route.ts'

/** A version that awaits approval, searched by its reviewers as if it were the current one. */
export const SupposedVersion = z.object({ documentId: z.uuid(), versionId: z.uuid() })
export type SupposedVersion = z.infer<typeof SupposedVersion>

/** The versions in force on a day, of documents that the asker may read today (decision 77). */
export const AsOf = z.object({ asOf: z.iso.date() })
export type AsOf = z.infer<typeof AsOf>

/** What is searched in place of what is in force now. */
export const Supposition = z.union([SupposedVersion, AsOf])
export type Supposition = z.infer<typeof Supposition>

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
  encodeQuestions: route('POST', '/retrieval/question-vectors', {
    can: 'passage:read',
    summary: 'A vector for each question, as floats of 32 bits in base64, and what encoded them',
    body: z.object({ questions: z.array(z.string().min(1).max(4000)).max(groupedQuestionsMax) }),
    returns: z.object({ model: z.string(), vectors: z.array(z.string()) }),
    isRepeatable: true,
    isPublicPath: false,
    deadlineMs: 30_000,
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
