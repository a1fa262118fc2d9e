import { chatEvents } from '@portal/contracts/chat'
import type { EventAudience } from '@portal/contracts/events'
import { rolesWith } from '@portal/contracts/permissions'
import { lowRatingMax } from '@portal/contracts/ratings'
import { mostLike } from '@portal/ranking/same-meaning'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type OnBehalf, onBehalfOf } from '../delegation/on-behalf.ts'
import { type GapReason, gapQuestions, gaps } from '../learned/gaps-schema.ts'
import { answerRatings } from '../learned/ratings-schema.ts'
import type { ChatPorts, CitedDocument } from '../ports.ts'
import { conversations, messages, sentQuestions } from '../schema.ts'
import { notifyAskers } from './notify-askers.ts'

const Answered = z.object({ messageId: z.uuid() })
type Run = JobContext<ChatPorts, z.infer<typeof Answered>>

/** Gaps that a question is compared with, the latest first. */
const comparedMax = 2000

/** What may have become a gap, or be none any more. */
export const noticeGaps = [
  on(chatEvents.questionAnswered, async ({ enqueue }, { data: { messageId, outcome }, isRepublished }) => {
    if (isRepublished || outcome !== 'no_evidence') return
    await enqueue(collectQuestion, { subject: messageId, payload: { messageId } })
  }),
  on(chatEvents.answerRated, async ({ enqueue }, { data: { messageId }, isRepublished }) => {
    if (!isRepublished) await enqueue(collectQuestion, { subject: messageId, payload: { messageId } })
  }),
  on(chatEvents.questionSent, ({ enqueue }, { data: { messageId } }) =>
    enqueue(collectQuestion, { subject: messageId, payload: { messageId } }),
  ),
]

/**
 * Puts a question that was left open into the gap of its meaning, or a new one; takes one out whose
 * rating was raised.
 */
export const collectQuestion = job<typeof Answered, ChatPorts>('collect-question', {
  payload: Answered,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 2,
  perOrganization: 1,
  run: async (ctx) => {
    const open = await loadOpenQuestion(ctx)
    if (!open) return
    if (open.reason === null) return takeOut(ctx)
    const asker = await onBehalfOf(ctx, open.askerId)
    if (!asker) return
    const { model, vectors } = await ctx.ports.passages.vectors(asker, [open.question])
    const [vector] = vectors
    if (!vector) throw new Error('A question was encoded without a vector.')
    const document = await nearestDocument(ctx, asker, open)
    await joinGap(ctx, { ...open, reason: open.reason, model, vector, document, asker })
  },
})

/** The answer with its question, and why it is open; null if it was deleted. */
async function loadOpenQuestion({ organizationId, payload, tx }: Run) {
  const of = { organizationId }
  const { conversationId, id } = messages
  const question = sql<string>`(
    select asked.content from ${messages} asked
    where asked.organization_id = ${organizationId} and asked.conversation_id = ${conversationId}
      and asked.role = 'user' and asked.id < ${id}
    order by asked.id desc limit 1)`
  const [row] = await tx((db) =>
    db
      .select({
        question: question.as('question'),
        askerId: conversations.personId,
        conversationId,
        outcome: messages.outcome,
        citations: messages.citations,
        askedAt: messages.createdAt,
        rating: answerRatings.rating,
        sentTo: sentQuestions.documentId,
      })
      .from(messages)
      .innerJoin(conversations, own(conversations, messages, eq(conversations.id, conversationId)))
      .leftJoin(answerRatings, own(answerRatings, messages, eq(answerRatings.messageId, id)))
      .leftJoin(sentQuestions, own(sentQuestions, messages, eq(sentQuestions.messageId, id)))
      .where(own(messages, of, eq(id, payload.messageId))),
  )
  return row && { ...row, reason: reasonOf(row) }
}

interface Sign {
  readonly outcome: string | null
  readonly rating: number | null
  readonly sentTo: string | null
}

function reasonOf({ outcome, rating, sentTo }: Sign): GapReason | null {
  if (outcome === 'no_evidence') return 'unanswered'
  if (rating !== null && rating <= lowRatingMax) return 'rated_low'
  return sentTo === null ? null : 'sent'
}

type Open = NonNullable<Awaited<ReturnType<typeof loadOpenQuestion>>>

/** The one that the question was sent to, that its answer cites, or that retrieval finds first. */
async function nearestDocument(
  { ports }: Run,
  asker: OnBehalf,
  { question, citations, sentTo }: Open,
): Promise<CitedDocument | null> {
  const known = sentTo ?? citations[0]?.documentId
  const id = known ?? (await ports.passages.retrieve(asker, question, 1))[0]?.documentId
  if (id === undefined) return null
  try {
    return await ports.passages.document(asker, id)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not_found') return null
    throw error
  }
}

interface Joining extends Open {
  readonly reason: GapReason
  readonly model: string
  readonly vector: Float32Array
  readonly document: CitedDocument | null
  readonly asker: OnBehalf
}

function joinGap({ organizationId, payload, tx }: Run, joining: Joining): Promise<void> {
  const { messageId } = payload
  const { conversationId, askerId, question, reason, askedAt } = joining
  return tx(async (db, emit) => {
    const of = { organizationId }
    // Of two questions of one meaning in two processes, the second sees the gap of the first.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('gaps', ${organizationId}))`)
    const held = await gapHolding(db, of, messageId)
    const found = held ?? (await gapLike(db, of, joining))
    const gapId = found?.id ?? uuidV7()
    const isInVain = found?.state === 'answered' && !held && askedAt > found.changedAt
    const lastAskedAt = sql`greatest(${gaps.lastAskedAt}, ${askedAt.toISOString()}::timestamptz)`
    const [row] = found
      ? await db
          .update(gaps)
          .set({ lastAskedAt, ...(isInVain && { state: 'open' as const }), ...ownedBy(found, joining) })
          .where(own(gaps, of, eq(gaps.id, gapId)))
          .returning()
      : await db
          .insert(gaps)
          .values({ ...newGap(joining), ...of, id: gapId })
          .returning()
    const asked = { gapId, conversationId, askerId, question, reason, askedAt }
    await db
      .insert(gapQuestions)
      .values({ ...of, messageId, ...asked })
      .onConflictDoUpdate({
        target: [gapQuestions.organizationId, gapQuestions.messageId],
        set: { reason },
      })
    if (!row) return
    const { state, ownerId, documentId } = row
    // Asked before the gap was answered: tell this asker, as the others were told then.
    if (state === 'answered' && !held && documentId !== null)
      await notifyAskers({ db, emit, organizationId }, { gapId, documentId, messageIds: [messageId] })
    const audience = audienceOfGap(organizationId, ownerId)
    const data = { state, ownerId, documentId, ...(found && !isInVain && { isOfQuestions: true as const }) }
    await emit(chatEvents.gapChanged, { subject: gapId, audience, data })
  })
}

type Gap = Pick<typeof gaps.$inferSelect, 'id' | 'state' | 'ownerId' | 'changedAt'>
const ofFound = { id: gaps.id, state: gaps.state, ownerId: gaps.ownerId, changedAt: gaps.changedAt }

/** The gap that a question is in already: a rating changes why it is there, and nothing else. */
async function gapHolding(
  db: TransactionHandle,
  of: OfOrganization,
  messageId: string,
): Promise<Gap | undefined> {
  const [found] = await db
    .select(ofFound)
    .from(gapQuestions)
    .innerJoin(gaps, own(gaps, gapQuestions, eq(gaps.id, gapQuestions.gapId)))
    .where(own(gapQuestions, of, eq(gapQuestions.messageId, messageId)))
  return found
}

async function gapLike(
  db: TransactionHandle,
  of: OfOrganization,
  { model, vector }: Joining,
): Promise<Gap | null> {
  const known = await db
    .select({ ...ofFound, vector: gaps.vector })
    .from(gaps)
    .where(own(gaps, of, eq(gaps.model, model)))
    .orderBy(desc(gaps.lastAskedAt))
    .limit(comparedMax)
  return mostLike(vector, known)
}

/** What was nobody's gets the owner whom an asker turned to afterwards. */
function ownedBy({ ownerId }: Gap, { sentTo, document }: Joining) {
  if (ownerId !== null || sentTo === null || document === null) return {}
  return { documentId: document.id, ownerId: document.ownerId }
}

/** An asker of one department asks for it; the owner of the nearest document has the gap. */
function newGap({ askedAt, model, vector, document, asker }: Joining) {
  const [departmentNumber = null, ...others] = asker.departments
  return {
    model,
    vector,
    state: 'open' as const,
    documentId: document?.id ?? null,
    ownerId: document?.ownerId ?? null,
    departmentNumber: others.length === 0 ? departmentNumber : null,
    lastAskedAt: askedAt,
  }
}

function takeOut({ organizationId, payload, tx }: Run): Promise<void> {
  const ofAnswer = own(gapQuestions, { organizationId }, eq(gapQuestions.messageId, payload.messageId))
  return tx(async (db) => void (await db.delete(gapQuestions).where(ofAnswer)))
}

/** Stewards, and who has the gap. */
export function audienceOfGap(organizationId: number, ownerId: string | null): EventAudience {
  const roles = rolesWith('gap:manage-any')
  return { organizationId, roles, ...(ownerId !== null && { users: [ownerId] }) }
}
