import { z } from 'zod'
import { Outcome } from './citation.ts'
import { event } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** The most golden questions of an organization: a run asks all of them. */
export const goldenQuestionsMax = 200
/** The most runs that are kept for the trend. */
export const goldenRunsKept = 50
/** Longest golden question and longest words of its answer, in characters. */
export const goldenTextMax = 1000

/**
 * A question whose answer stewards know: the document that should answer, and words of it, which
 * are kept back (`isClosed`) while the document is deleted or not in force.
 */
export const GoldenQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  documentId: z.uuid(),
  words: z.string(),
  isClosed: z.boolean().optional(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

const questionRequired = 'Question must not be empty.'
const questionTooLong = 'Question must be at most 1,000 characters.'

/** A new golden question; form and server validate with it alike. */
export const NewGoldenQuestion = z.object({
  question: z.string(questionRequired).trim().min(1, questionRequired).max(goldenTextMax, questionTooLong),
  documentId: z.uuid('Choose the document that should answer.'),
  words: z
    .string('Words must be a text.')
    .trim()
    .max(goldenTextMax, 'Words must be at most 1,000 characters.')
    .default(''),
})

/** How a golden question was answered; `hasWords` is null without words to look for. */
export const GoldenResult = z.object({
  questionId: z.uuid(),
  outcome: Outcome,
  isRightDocument: z.boolean(),
  hasWords: z.boolean().nullable(),
  citedDocuments: z.array(z.uuid()),
})
export type GoldenResult = z.infer<typeof GoldenResult>

/** Why a run was started, and whether it has ended. */
export const GoldenCause = z.enum(['demand', 'activation'])
export type GoldenCause = z.infer<typeof GoldenCause>
/** Whether a run goes on, has asked everything, or broke off. */
export const GoldenState = z.enum(['running', 'finished', 'failed'])

/**
 * One asking of all golden questions. `answered` counts outcomes other than `no_evidence`, `right`
 * those that cite the right document, and its words where there are any.
 */
export const GoldenRun = z.object({
  id: z.uuid(),
  cause: GoldenCause,
  state: GoldenState,
  questions: z.number().int(),
  asked: z.number().int(),
  answered: z.number().int(),
  right: z.number().int(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type GoldenRun = z.infer<typeof GoldenRun>

/** Routes of an organization's own golden questions, served by chat. */
export const goldenQuestionsApi = {
  listGoldenQuestions: route('GET', '/api/chat/golden-questions', {
    can: 'golden-question:read',
    summary: 'Questions whose answers stewards know, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(GoldenQuestion),
  }),
  addGoldenQuestion: route('POST', '/api/chat/golden-questions', {
    can: 'golden-question:manage',
    summary: 'Keep a question with the document and the words that should answer it',
    body: NewGoldenQuestion,
    returns: GoldenQuestion,
    status: 201,
    passes: ['documents'],
  }),
  removeGoldenQuestion: route('DELETE', '/api/chat/golden-questions/{id}', {
    can: 'golden-question:manage',
    summary: 'Ask a golden question no longer',
    params: z.object({ id: z.uuid() }),
  }),
  runGoldenQuestions: route('POST', '/api/chat/golden-runs', {
    can: 'golden-question:manage',
    summary: 'Ask all golden questions now; while a run is waiting or running, that one',
    returns: GoldenRun,
    status: 202,
  }),
  listGoldenRuns: route('GET', '/api/chat/golden-runs', {
    can: 'golden-question:read',
    summary: 'Runs, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(GoldenRun),
  }),
  readGoldenResults: route('GET', '/api/chat/golden-runs/{id}', {
    can: 'golden-question:read',
    summary: 'A run with its result for each question',
    params: z.object({ id: z.uuid() }),
    returns: GoldenRun.extend({ results: z.array(GoldenResult) }),
  }),
} as const

/** Events of golden questions; their subject is the run or the question. */
export const goldenEvents = {
  goldenQuestionAdded: event('golden-question.added', 1, { documentId: z.uuid() }),
  goldenQuestionRemoved: event('golden-question.removed', 1, { documentId: z.uuid() }),
  goldenRunStarted: event('golden-run.started', 1, { cause: GoldenCause }),
  goldenRunFinished: event('golden-run.finished', 1, {
    questions: z.number().int(),
    answered: z.number().int(),
    right: z.number().int(),
  }),
}
