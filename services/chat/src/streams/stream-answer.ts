import type { assistantApi } from '@portal/contracts/answer-stream'
import { PassageLocation } from '@portal/contracts/passage-location'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, publicError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, sql } from 'drizzle-orm'
import { answerAndStore, earlierQuestions, titleOf } from '../answers/ask.ts'
import { ownConversation, presentConversation } from '../conversations/conversations.ts'
import type { Context, Verb } from '../ports.ts'
import { answerStreamEvents, answerStreams } from '../stored-streams/answer-streams-schema.ts'
import { eventsOf } from './follow-answer.ts'
import { type NewAnswerEvent, RunningAnswer, Stopped } from './running-answer.ts'
import { interrupted, leaseEnd, runningAnswers } from './running-answers.ts'
import { storeEvents } from './stored-stream.ts'

/** Answers of one person that are worked on at once; a closed tab ends none. */
const runningMax = 16
/** The passport of the question, on which documents is called, is valid for a minute. */
const answerMs = 55_000

type Body = RouteInput<typeof assistantApi.streamAnswer>['body']

export const streamAnswer: Verb<typeof assistantApi.streamAnswer> = async (ctx, { body }) => {
  if (runningAnswers(ctx.ports).isClosed) throw interrupted()
  const { id, isNew, conversation, earlier } = await ctx.tx((db) => beginStream(db, ctx, body))
  if (isNew) {
    const answer = new RunningAnswer(id, ctx.organizationId)
    runningAnswers(ctx.ports).add(answer)
    // Not awaited: the answer comes whether or not anyone follows it. It never rejects.
    void workOn(ctx, answer, { body, conversation, earlier })
  }
  ctx.streamEvents((left) => eventsOf(ctx, id, left))
}

/** A stream for the question, or the one that the same request has begun. */
async function beginStream(db: TransactionHandle, ctx: Context, body: Body) {
  const { organizationId, personId, idempotencyKey: key } = ctx
  const { question, conversationId } = body
  const isFirst = conversationId === undefined
  const conversation = isFirst
    ? { id: uuidV7(), title: titleOf(question), createdAt: new Date().toISOString() }
    : presentConversation(await ownConversation(db, ctx, conversationId))
  const earlier = isFirst ? [] : await earlierQuestions(db, ctx, conversationId)
  const begun = { id: uuidV7(), isNew: true, conversation, earlier }
  const { id } = begun
  for (;;) {
    const [made] = await db
      .insert(answerStreams)
      .values({ organizationId, id, personId, key, question, leaseUntil: leaseEnd })
      .onConflictDoNothing({
        target: [answerStreams.organizationId, answerStreams.personId, answerStreams.key],
      })
      .returning({ id: answerStreams.id })
    if (made) {
      await refuseTooMany(db, ctx)
      return begun
    }
    const known = await streamOfKey(db, ctx, body)
    if (known) return { ...begun, id: known, isNew: false }
  }
}

/** The stream that a key has begun; one without an answer makes way, so that it is asked again. */
async function streamOfKey(db: TransactionHandle, ctx: Context, { question }: Body): Promise<string | null> {
  const ofKey = and(eq(answerStreams.personId, ctx.personId), eq(answerStreams.key, ctx.idempotencyKey ?? ''))
  const done = sql<boolean>`exists (
    select 1 from ${answerStreamEvents}
    where ${answerStreamEvents.organizationId} = ${answerStreams.organizationId}
      and ${answerStreamEvents.streamId} = ${answerStreams.id} and ${answerStreamEvents.event} = 'done')`
  const isAlive = sql<boolean>`${answerStreams.state} = 'running' and ${answerStreams.leaseUntil} > now()`
  const [earlier] = await db
    .select({ id: answerStreams.id, question: answerStreams.question, done, isAlive })
    .from(answerStreams)
    .where(own(answerStreams, ctx, ofKey))
    .for('update')
  if (!earlier) return null
  if (earlier.question !== question)
    throw new CodedError('idempotency_mismatch', 'This idempotency key was used for another request.')
  if (earlier.done || earlier.isAlive) return earlier.id
  await db.delete(answerStreams).where(own(answerStreams, ctx, eq(answerStreams.id, earlier.id)))
  return null
}

async function refuseTooMany(db: TransactionHandle, ctx: Context): Promise<void> {
  const running = and(
    eq(answerStreams.personId, ctx.personId),
    eq(answerStreams.state, 'running'),
    sql`${answerStreams.leaseUntil} > now()`,
  )
  if ((await db.$count(answerStreams, own(answerStreams, ctx, running))) <= runningMax) return
  const message = 'Too many of your questions are being answered. Please wait for one of them.'
  throw new CodedError('rate_limited', message, { retryAfterSeconds: 2 })
}

interface Question {
  readonly body: Body
  readonly earlier: readonly string[]
  readonly conversation: { readonly id: string; readonly title: string | null; readonly createdAt: string }
}

/** Answers the question and stores every event before it is sent, so that none is lost. */
async function workOn(ctx: Context, answer: RunningAnswer, asked: Question): Promise<void> {
  const { body, earlier, conversation } = asked
  const { signal } = answer
  const timer = setTimeout(() => answer.halt(tookTooLong()), answerMs).unref()
  let sending: Promise<void> = Promise.resolve()
  /** One after the other, so that their numbers follow each other. */
  const send = (...events: readonly NewAnswerEvent[]) => {
    const sent = sending.then(async () => {
      answer.publish(await ctx.tx((db) => storeEvents(db, answer, events)))
    })
    sending = sent.catch(() => undefined)
    return sent
  }
  try {
    // The work goes on meanwhile; a stream without it is none.
    const begun = send({ event: 'conversation', data: { streamId: answer.id, conversation } })
    begun.catch((error: Error) => answer.halt(error))
    let last: Awaited<ReturnType<typeof storeEvents>> = []
    await answerAndStore(ctx, {
      ...{ body, earlier, signal },
      newConversationId: conversation.id,
      onPassages: (passages) => send(citationsOf(passages)),
      onText: ({ content, citations }) =>
        send({ event: 'text', data: { content, citations: [...citations] } }),
      onStored: async (db, stored) => {
        const { outcome } = stored
        const events: NewAnswerEvent[] = [
          { event: 'outcome', data: { outcome } },
          { event: 'done', data: stored },
        ]
        last = await storeEvents(db, answer, events)
      },
    })
    answer.publish(last)
  } catch (error) {
    await sending
    await endEarly(ctx, answer, signal.aborted ? signal.reason : error)
  } finally {
    clearTimeout(timer)
    runningAnswers(ctx.ports).delete(answer.id)
    answer.end()
  }
}

/** Where the passages are, without their texts. */
function citationsOf(passages: readonly PassageLocation[]): NewAnswerEvent {
  return { event: 'citations', data: { passages: passages.map((each) => PassageLocation.parse(each)) } }
}

/** If not even this can be stored, the lease runs out, and readers find that. */
async function endEarly(ctx: Context, answer: RunningAnswer, error: unknown): Promise<void> {
  const { status, body } = publicError(error, ctx.requestId)
  const isStopped = error instanceof Stopped
  if (!isStopped) ctx.log[status >= 500 ? 'error' : 'info']({ err: error }, 'an answer has failed')
  const event: NewAnswerEvent = isStopped ? { event: 'stopped', data: {} } : { event: 'error', data: body }
  await ctx
    .tx((db) => storeEvents(db, answer, [event]))
    .then(
      (events) => answer.publish(events),
      (cause: unknown) => ctx.log.warn({ err: cause }, 'the end of an answer was not stored'),
    )
}

function tookTooLong(): CodedError {
  return new CodedError('deadline_exceeded', 'The portal took too long to answer. Please try again.')
}
