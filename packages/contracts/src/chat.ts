import { z } from 'zod'
import { assistantSettingsEvents } from './assistant-settings.ts'
import { calendarDay } from './calendar-day.ts'
import { Citation, CitedSpan, Outcome } from './citation.ts'
import { Conversation, conversationsApi, conversationsEvents } from './conversations.ts'
import { event, events } from './events.ts'
import { gapEvents, gapsApi } from './gaps.ts'
import { goldenEvents, goldenQuestionsApi } from './golden-questions.ts'
import { questionsApi, questionsEvents } from './questions.ts'
import { QuotedBecause } from './quoted-because.ts'
import { AnswerRating, ratingEvents, ratingsApi } from './ratings.ts'
import { route } from './route.ts'
import { VerifiedAnswer, verifiedAnswerEvents, verifiedAnswersApi } from './verified-answers.ts'
import { VersionPath } from './versions.ts'

export { Citation, CitedSpan, Outcome }

/** Most citations of `closest`, and most documents of `nearest`. */
export const closestMax = 3

/** A document near a question that none answers; `ownerId` null: the stewards own it. */
export const NearestDocument = z.object({
  documentId: z.uuid(),
  title: z.string(),
  ownerId: z.string().nullable(),
})
export type NearestDocument = z.infer<typeof NearestDocument>

/**
 * What an answer says about its evidence. `confidence`: how likely it is, 0 to 1, that the passages
 * answer. Without evidence, `closest` has verified passages that may not answer (decision 74), and
 * `nearest` the documents nearest to the question. `understoodAs`: the question with its misspelt
 * words repaired, if any were.
 */
const AboutEvidence = z.object({
  confidence: z.number().min(0).max(1).optional(),
  closest: z.array(Citation).max(closestMax).optional(),
  nearest: z.array(NearestDocument).max(closestMax).optional(),
  quotedBecause: QuotedBecause.optional(),
  understoodAs: z.string().optional(),
})
export type AboutEvidence = z.infer<typeof AboutEvidence>

/**
 * A question or an answer; only answers have `outcome` and `citations`. `sentAt`: when its question
 * was sent to the owner of a document.
 */
export const ChatMessage = z.object({
  id: z.uuid(),
  content: z.string(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.iso.datetime(),
  outcome: Outcome.nullable(),
  citations: z.array(Citation),
  sentAt: z.iso.datetime().optional(),
  ...AboutEvidence.shape,
  rating: AnswerRating.optional(),
  /** A steward's answer to the same question, shown before this one. */
  verified: VerifiedAnswer.optional(),
  /** The day as of which it was asked. */
  asOf: z.iso.date().optional(),
  /** Cited documents of which another version has become current since, and when. */
  replaced: z.array(z.object({ documentId: z.uuid(), at: z.iso.datetime() })).optional(),
  /** Since when a document answers what this answer left open. */
  answerableAt: z.iso.datetime().optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Longest question, in characters. */
export const questionMax = 4000

/** An answer that is stored nowhere. */
export const ComparedAnswer = z.object({
  content: z.string(),
  outcome: Outcome,
  citations: z.array(Citation),
  ...AboutEvidence.shape,
})
export type ComparedAnswer = z.infer<typeof ComparedAnswer>

/** Routes of the chat service. */
export const chatApi = {
  ask: route('POST', '/api/chat', {
    can: 'chat:ask',
    summary: 'Ask; the answer rests on approved text only',
    body: z.object({
      question: z.string().trim().min(1).max(questionMax),
      conversationId: z.uuid().optional(),
      /** Answers from the versions in force on that day (decision 77). */
      asOf: calendarDay('The day').optional(),
    }),
    returns: z.object({
      assistantMessage: z.object({ id: z.uuid(), content: z.string(), createdAt: z.iso.datetime() }),
      conversation: Conversation,
      citations: z.array(Citation),
      outcome: Outcome,
      ...AboutEvidence.shape,
      verified: VerifiedAnswer.optional(),
      asOf: z.iso.date().optional(),
    }),
    passes: ['documents'],
    // The words of a model take their time.
    deadlineMs: 60_000,
  }),
  compareAnswers: route('POST', '/api/chat/documents/{id}/versions/{versionId}/answers', {
    can: 'answer:compare',
    summary: 'The answer now, and as if a version that awaits approval were in force; neither is stored',
    params: VersionPath,
    body: z.object({ question: z.string().trim().min(1).max(questionMax) }),
    returns: z.object({ before: ComparedAnswer, after: ComparedAnswer, isSame: z.boolean() }),
    passes: ['documents'],
    isRepeatable: true,
    // Two answers of a model.
    deadlineMs: 90_000,
  }),
  ...ratingsApi,
  ...gapsApi,
  ...verifiedAnswersApi,
  ...goldenQuestionsApi,
  ...questionsApi,
  proveAnswer: route('GET', '/api/chat/messages/{id}/proof', {
    can: 'answer:prove',
    summary: "An answer to one's own question with passages, approvals and its audit entry, as a page",
    params: z.object({ id: z.uuid() }),
    streams: ['text/html'],
    passes: ['documents', 'master-admin'],
    // It waits until the audit trail has the answer.
    deadlineMs: 45_000,
  }),
  ...conversationsApi,
  readConversation: route('GET', '/api/conversations/{id}', {
    can: 'conversation:read',
    summary: 'One of the own conversations with its messages, oldest first',
    params: z.object({ id: z.uuid() }),
    returns: Conversation.extend({ messages: z.array(ChatMessage) }),
  }),
} as const

/** Events of the chat service. */
export const chatEvents = {
  ...events('chat', {
    questionAnswered: event('question.answered', 1, {
      conversationId: z.uuid(),
      messageId: z.uuid(),
      userId: z.string(),
      outcome: Outcome,
      citedDocuments: z.array(z.uuid()),
      /** Absent from republished events about answers of which it is not known. */
      durationMs: z.number().int().optional(),
      /** SHA-256 of what was answered, in hexadecimal; absent from older events. */
      contentHash: z.string().optional(),
      /** For analytics alone (decision 73); as those below, absent from older events. */
      question: z.string().optional(),
      askedAt: z.iso.datetime().optional(),
      /** The asker's, when they asked. */
      departments: z.array(z.number().int()).optional(),
    }),
    /** To a person who got answers that cite a version that was replaced; the latest is named. */
    answerOutdated: event('answer.outdated', 1, {
      messageId: z.uuid(),
      conversationId: z.uuid(),
      documentId: z.uuid(),
      versionId: z.uuid(),
    }),
    ...questionsEvents,
    ...assistantSettingsEvents,
    ...ratingEvents,
    ...gapEvents,
    ...verifiedAnswerEvents,
    ...goldenEvents,
  }),
  ...conversationsEvents,
}
