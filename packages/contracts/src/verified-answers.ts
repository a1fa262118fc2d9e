import { z } from 'zod'
import { Citation } from './citation.ts'
import { event } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** Whether a verified answer is shown; expired: a version that it cites was replaced. */
export const VerifiedState = z.enum(['active', 'expired', 'withdrawn'])
export type VerifiedState = z.infer<typeof VerifiedState>

/** Longest wording of a verified answer, in characters. */
export const verifiedContentMax = 8000
/** The most that an organization keeps active: each question is compared with all of them. */
export const verifiedAnswersMax = 1000

/**
 * An answer verified by a steward. Every statement of `content` has marks `[n]`. It is empty in
 * lists if a source may not be quoted to the reader any more.
 */
export const VerifiedAnswer = z.object({
  id: z.uuid(),
  question: z.string(),
  content: z.string(),
  citations: z.array(Citation),
  state: VerifiedState,
  verifiedBy: z.string(),
  verifiedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type VerifiedAnswer = z.infer<typeof VerifiedAnswer>

const questionRequired = 'Question must not be empty.'
const contentRequired = 'Answer must not be empty.'

/** What a steward pins, in their own words; the sources are those of an answer that they got. */
export const NewVerifiedAnswer = z.object({
  messageId: z.uuid('Name the answer whose sources are used.'),
  question: z
    .string(questionRequired)
    .trim()
    .min(1, questionRequired)
    .max(4000, 'Question must be at most 4,000 characters.'),
  content: z
    .string(contentRequired)
    .trim()
    .min(1, contentRequired)
    .max(verifiedContentMax, 'Answer must be at most 8,000 characters.'),
})

/** Routes of verified answers, served by chat. */
export const verifiedAnswersApi = {
  listVerifiedAnswers: route('GET', '/api/chat/verified-answers', {
    can: 'verified-answer:read',
    summary: 'Verified answers, newest first',
    query: listQuery(z.uuid()).extend({ state: VerifiedState.optional() }),
    returns: z.array(VerifiedAnswer),
    passes: ['documents'],
  }),
  verifyAnswer: route('POST', '/api/chat/verified-answers', {
    can: 'verified-answer:create',
    summary: 'Pin an answer, in one’s own words and with checked citations, to a question',
    body: NewVerifiedAnswer,
    returns: VerifiedAnswer,
    status: 201,
    passes: ['documents'],
    deadlineMs: 30_000,
  }),
  withdrawVerifiedAnswer: route('DELETE', '/api/chat/verified-answers/{id}', {
    can: 'verified-answer:withdraw',
    summary: 'Show a verified answer no longer',
    params: z.object({ id: z.uuid() }),
  }),
} as const

const ofAnswer = { citedDocuments: z.array(z.uuid()) }

/** Events of verified answers; their subject is the answer. */
export const verifiedAnswerEvents = {
  answerVerified: event('verified-answer.created', 1, ofAnswer),
  verifiedAnswerWithdrawn: event('verified-answer.withdrawn', 1, ofAnswer),
  /** To the person who verified it: `versionId` replaced the version that it cites. */
  verifiedAnswerExpired: event('verified-answer.expired', 1, {
    documentId: z.uuid(),
    versionId: z.uuid(),
    verifiedBy: z.string(),
  }),
}
