import { chatEvents } from '@portal/contracts/chat'
import { memberCan } from '@portal/contracts/features'
import { type GoldenCause, goldenRunsKept } from '@portal/contracts/golden-questions'
import { own } from '@portal/service-kit/database/own'
import type { ConsumerScope } from '@portal/service-kit/inbox/consumers'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, asc, count, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import { answerInBackground } from '../answers/answer-in-background.ts'
import { passageLimit } from '../answers/answer-question.ts'
import { isUsedUp } from '../answers/token-quota.ts'
import { type OnBehalf, onBehalfOf } from '../delegation/on-behalf.ts'
import { goldenQuestions, goldenResults, goldenRuns } from '../learned/golden-schema.ts'
import type { ChatPorts } from '../ports.ts'
import { resultOf } from './golden-result.ts'

const Started = z.object({ runId: z.uuid() })
type Run = JobContext<ChatPorts, z.infer<typeof Started>>
type Scope = Pick<ConsumerScope, 'db' | 'emit' | 'enqueue'> & { readonly organizationId: number }

/**
 * Asks every golden question as the steward of the run would. A run that broke off goes on where it
 * was: results are kept one by one.
 */
export const askGoldenQuestions = job<typeof Started, ChatPorts>('ask-golden-questions', {
  payload: Started,
  maxAttempts: 5,
  leaseMs: 60_000,
  // Hundreds of questions may take an hour: another organization's do not wait for them.
  concurrency: 2,
  perOrganization: 1,
  run: async (ctx) => {
    const { run, open } = await loadRun(ctx)
    if (run?.state !== 'running') return
    const askers = [...new Set([run.askedBy, ...open.map(({ createdBy }) => createdBy)])]
    for (const [at, golden] of open.entries()) {
      ctx.signal.throwIfAborted()
      const steward = await firstSteward(ctx, askers)
      if (!steward) return end(ctx, 'failed')
      try {
        await askOne(ctx, steward, golden)
      } catch (error) {
        // To try again today would be in vain.
        if (isUsedUp(error)) return end(ctx, 'failed')
        throw error
      }
      ctx.progress((at + 1) / open.length)
    }
    await end(ctx, 'finished')
  },
  failed: (ctx) => end(ctx, 'failed'),
})

function loadRun({ organizationId, payload: { runId }, tx }: Run) {
  const of = { organizationId }
  const asked = own(
    goldenResults,
    goldenQuestions,
    eq(goldenResults.questionId, goldenQuestions.id),
    eq(goldenResults.runId, runId),
  )
  return tx(async (db) => {
    const [run] = await db
      .select()
      .from(goldenRuns)
      .where(own(goldenRuns, of, eq(goldenRuns.id, runId)))
    const open = await db
      .select()
      .from(goldenQuestions)
      .where(own(goldenQuestions, of, notExists(sql`(select from ${goldenResults} where ${asked})`)))
      .orderBy(asc(goldenQuestions.id))
    return { run, open }
  })
}

/** Who is a steward still, for each question anew: a passport is valid for a minute. */
async function firstSteward(ctx: Run, personIds: readonly string[]): Promise<OnBehalf | null> {
  for (const personId of personIds) {
    const person = await onBehalfOf(ctx, personId)
    if (person && memberCan(person, 'golden-question:manage')) return person
  }
  return null
}

type Golden = typeof goldenQuestions.$inferSelect

async function askOne(ctx: Run, steward: OnBehalf, golden: Golden): Promise<void> {
  const { organizationId, payload, tx } = ctx
  const { question } = golden
  const passages = await ctx.ports.passages.retrieve(steward, question, passageLimit)
  const result = resultOf(golden, await answerInBackground(ctx, steward, { question, passages }))
  const row = { ...result, organizationId, runId: payload.runId, questionId: golden.id }
  await tx(async (db) => {
    // It may have been removed in the meantime.
    const known = own(goldenQuestions, { organizationId }, eq(goldenQuestions.id, golden.id))
    const [still] = await db.select({ id: goldenQuestions.id }).from(goldenQuestions).where(known)
    if (still) await db.insert(goldenResults).values(row).onConflictDoNothing()
  })
}

/** Ends the run, tells stewards' browsers, and forgets the oldest runs. */
function end({ organizationId, payload: { runId }, tx }: Run, state: 'finished' | 'failed'): Promise<void> {
  const of = { organizationId }
  return tx(async (db, emit) => {
    const running = and(eq(goldenRuns.id, runId), eq(goldenRuns.state, 'running'))
    const [run] = await db
      .update(goldenRuns)
      .set({ state, finishedAt: new Date() })
      .where(own(goldenRuns, of, running))
      .returning()
    if (!run) return
    const results = await db
      .select()
      .from(goldenResults)
      .where(own(goldenResults, of, eq(goldenResults.runId, runId)))
    const answered = results.filter(({ outcome }) => outcome !== 'no_evidence').length
    const right = results.filter((each) => each.isRightDocument && each.hasWords !== false).length
    const data = { questions: run.questions, answered, right }
    await emit(chatEvents.goldenRunFinished, { subject: runId, data })
    const older = await db
      .select({ id: goldenRuns.id })
      .from(goldenRuns)
      .where(own(goldenRuns, of))
      .orderBy(desc(goldenRuns.id))
      .offset(goldenRunsKept)
    const ids = older.map(({ id }) => id)
    if (ids.length > 0) await db.delete(goldenRuns).where(own(goldenRuns, of, inArray(goldenRuns.id, ids)))
  })
}

interface Start {
  readonly cause: GoldenCause
  readonly askedBy: string
}

/** Starts a run; one that is open is answered instead. Null without questions. */
export async function startRun(
  { db, emit, enqueue, organizationId }: Scope,
  { cause, askedBy }: Start,
): Promise<string | null> {
  const of = { organizationId }
  // Of two at once, the second waits here and finds the run of the first.
  const [first] = await db
    .select({ id: goldenQuestions.id })
    .from(goldenQuestions)
    .where(own(goldenQuestions, of))
    .orderBy(asc(goldenQuestions.id))
    .limit(1)
    .for('update')
  if (!first) return null
  const [open] = await db
    .select({ id: goldenRuns.id })
    .from(goldenRuns)
    .where(own(goldenRuns, of, eq(goldenRuns.state, 'running')))
  if (open) return open.id
  const [kept] = await db.select({ count: count() }).from(goldenQuestions).where(own(goldenQuestions, of))
  const runId = uuidV7()
  const questions = kept?.count ?? 0
  await db.insert(goldenRuns).values({ ...of, id: runId, cause, askedBy, state: 'running', questions })
  await emit(chatEvents.goldenRunStarted, { subject: runId, data: { cause } })
  await enqueue(askGoldenQuestions, { subject: runId, payload: { runId } })
  return runId
}

/** After a version became current: on behalf of the steward who added the latest question. */
export async function runAfterActivation(scope: Scope): Promise<void> {
  const [latest] = await scope.db
    .select({ createdBy: goldenQuestions.createdBy })
    .from(goldenQuestions)
    .where(own(goldenQuestions, scope))
    .orderBy(desc(goldenQuestions.id))
    .limit(1)
  if (latest) await startRun(scope, { cause: 'activation', askedBy: latest.createdBy })
}
