import { z } from 'zod'
import { Outcome } from './citation.ts'
import { DepartmentNumber } from './departments.ts'
import { event } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** Where a gap is: nobody has it, somebody has, the documents answer now, or nobody will. */
export const GapState = z.enum(['open', 'assigned', 'answered', 'dismissed'])
export type GapState = z.infer<typeof GapState>

/** Longest note on a gap, in characters (decision 66). */
export const gapNoteMax = 1000

/** A question that was sent with its asker's name, as a part of a gap. */
export const SentGapQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  askerId: z.string(),
  outcome: Outcome,
  sentAt: z.iso.datetime(),
})

/**
 * Questions of one meaning that the documents left open: unanswered, or answered and rated low.
 * `question` and the sums are null below three askers: then only what was sent is shown
 * (decision 73). `documentId` is the document nearest to them.
 */
export const Gap = z.object({
  id: z.uuid(),
  state: GapState,
  question: z.string().nullable(),
  askers: z.number().int().nullable(),
  unanswered: z.number().int().nullable(),
  ratedLow: z.number().int().nullable(),
  sent: z.array(SentGapQuestion),
  documentId: z.uuid().nullable(),
  ownerId: z.string().nullable(),
  departmentId: z.number().int().nullable(),
  note: z.string(),
  lastAskedAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type Gap = z.infer<typeof Gap>

const ownerId = z.string().min(1).max(200)

/** What changes on a gap; an owner who is named has it assigned. */
export const GapChange = z.object({
  state: GapState.optional(),
  ownerId: ownerId.nullable().optional(),
  departmentId: DepartmentNumber.nullable().optional(),
  documentId: z.uuid('Document must be one of your organization.').nullable().optional(),
  note: z.string().trim().max(gapNoteMax, `Note must be at most ${gapNoteMax} characters.`).optional(),
})

/** Routes of gaps, served by chat. */
export const gapsApi = {
  listGaps: route('GET', '/api/chat/gaps', {
    can: 'gap:read',
    summary: 'What the documents do not answer: all of it for stewards, their own for owners',
    query: listQuery(z.uuid()).extend({ state: GapState.optional() }),
    returns: z.array(Gap),
  }),
  changeGap: route('PATCH', '/api/chat/gaps/{id}', {
    can: 'gap:change',
    summary: 'Assign, answer, dismiss or reopen a gap, with a note',
    params: z.object({ id: z.uuid() }),
    body: GapChange,
    returns: Gap,
    passes: ['documents'],
  }),
} as const

/** Events of gaps; texts stay in chat. */
export const gapEvents = {
  /** For those who may see gaps; the subject is the gap. */
  gapChanged: event('gap.changed', 1, {
    state: GapState,
    ownerId: z.string().nullable(),
    documentId: z.uuid().nullable(),
    /** Its state is the former one: a question joined it, or is there for another reason. */
    isOfQuestions: z.literal(true).exactOptional(),
  }),
  /** To the asker of a question that a document answers now; once. */
  questionAnswerable: event('question.answerable', 1, {
    messageId: z.uuid(),
    conversationId: z.uuid(),
    documentId: z.uuid(),
  }),
}
