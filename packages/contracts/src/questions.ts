import { z } from 'zod'
import { Outcome } from './citation.ts'
import { event } from './events.ts'
import { route } from './route.ts'
import { DocumentPath, VersionPath } from './versions.ts'

/** How far back questions are looked for, in days. */
export const affectedQuestionDays = 90
/** The most of them that are shown. */
export const affectedQuestionsMax = 20
/** A question of others is shown from this many distinct askers on (decision 73). */
export const askersMin = 3

/** A question that several people asked, in the words of one of them. */
export const AffectedQuestion = z.object({
  question: z.string(),
  askers: z.number().int(),
  lastAskedAt: z.iso.datetime(),
})
export type AffectedQuestion = z.infer<typeof AffectedQuestion>

/** A question that its asker sent to the owner of a document, and what the assistant made of it. */
export const SentQuestion = z.object({
  id: z.uuid(),
  question: z.string(),
  askerId: z.string(),
  outcome: Outcome,
  sentAt: z.iso.datetime(),
})
export type SentQuestion = z.infer<typeof SentQuestion>

/** Weeks of which citations are counted one by one, the present one included. */
export const citationWeeks = 26

/** How many answers cite a document: in all, and by week from Monday on, in UTC, oldest first. */
export const DocumentCitations = z.object({
  answers: z.number().int(),
  weeks: z.array(z.object({ startsOn: z.iso.date(), answers: z.number().int() })),
})
export type DocumentCitations = z.infer<typeof DocumentCitations>

/** Whom a question would be sent to; `ownerId` null: the stewards. No document, nobody. */
export const OwnerToAsk = z.object({
  document: z.object({ id: z.uuid(), title: z.string(), ownerId: z.string().nullable() }).nullable(),
})
export type OwnerToAsk = z.infer<typeof OwnerToAsk>

const ofDocument = '/api/chat/documents/{id}'
const ofVersion = `${ofDocument}/versions/{versionId}`
const ownerOfAnswer = '/api/chat/messages/{id}/owner'
const MessagePath = z.object({ id: z.uuid() })

/** Routes of what people ask about documents, served by chat. */
export const questionsApi = {
  listAffectedQuestions: route('GET', `${ofVersion}/affected-questions`, {
    can: 'question:read-affected',
    summary: 'Questions that a version that awaits approval may answer otherwise',
    params: VersionPath,
    returns: z.object({
      questions: z.array(AffectedQuestion),
      sent: z.array(SentQuestion).default([]),
    }),
    passes: ['documents'],
    deadlineMs: 60_000,
  }),
  readCitations: route('GET', `${ofDocument}/citations`, {
    can: 'citation:read',
    summary: 'How often answers cite a document',
    params: DocumentPath,
    returns: DocumentCitations,
    passes: ['documents'],
  }),
  listDocumentQuestions: route('GET', `${ofDocument}/questions`, {
    can: 'question:read-about-document',
    summary: 'What several people asked about a document, and what was sent to its owner',
    params: DocumentPath,
    returns: z.object({ questions: z.array(AffectedQuestion), sent: z.array(SentQuestion) }),
    passes: ['documents'],
    deadlineMs: 60_000,
  }),
  readOwnerToAsk: route('GET', ownerOfAnswer, {
    can: 'question:send-to-owner',
    summary: "Whose document is nearest to the question of one's own answer",
    params: MessagePath,
    returns: OwnerToAsk,
    passes: ['documents'],
    deadlineMs: 30_000,
  }),
  sendToOwner: route('POST', ownerOfAnswer, {
    can: 'question:send-to-owner',
    summary: "Send one's own question, with one's name, to the owner of a document; once",
    params: MessagePath,
    body: z.object({ documentId: z.uuid() }),
    returns: z.object({ sentAt: z.iso.datetime(), ownerId: z.string().nullable() }),
    passes: ['documents'],
  }),
} as const

/** Events of questions. */
export const questionsEvents = {
  /** To the owner of the document, else the stewards. The text stays in chat. */
  questionSent: event('question.sent', 1, {
    messageId: z.uuid(),
    documentId: z.uuid(),
    askerId: z.string(),
    ownerId: z.string().nullable(),
  }),
}
