import { periodDaysDefault } from '@portal/contracts/analytics'
import { groupedQuestionsMax } from '@portal/contracts/reviewed-retrieval'
import { mostLike } from '@portal/ranking/same-meaning'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { organizations, questions } from '../facts/facts-schema.ts'
import { announce } from '../figures/announce.ts'
import type { AnalyticsPorts } from '../ports.ts'
import { countGroups, markOutdated } from './count-groups.ts'
import { questionGroups, staleWordings, wordings } from './groups-schema.ts'

const Nothing = z.object({})
type Run = JobContext<AnalyticsPorts>

/** Groups that a new wording is compared with, the latest first. */
const comparedMax = 2000
/** Askers of one batch who are tried, in whose name its words are encoded. */
const askersTriedMax = 20

/**
 * Puts new wordings into the group of their meaning, or into new ones, and counts the groups anew
 * whose questions changed. One call encodes the new wordings of a batch, outside of transactions.
 */
export const groupQuestions = job<typeof Nothing, AnalyticsPorts>('group-questions', {
  payload: Nothing,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    await ctx.tx((db) => markOutdated({ db, organizationId: ctx.organizationId }))
    for (let isDone = false; !isDone; ) {
      ctx.signal.throwIfAborted()
      const batch = await loadStale(ctx)
      const encoded = await encode(ctx, batch)
      await ctx.tx(async (db, emit) => {
        const { organizationId } = ctx
        const stale = batch.map(({ wording }) => wording)
        if (stale.length === 0) return
        // Waits for everyone who is marking one of them, and then sees what they changed.
        const ofBatch = own(staleWordings, { organizationId }, inArray(staleWordings.wording, stale))
        await db.delete(staleWordings).where(ofBatch)
        await assign({ db, organizationId }, encoded)
        await countGroups({ db, organizationId }, stale)
        await announce(emit, organizationId)
      })
      isDone = batch.length < groupedQuestionsMax
    }
  },
})

/** Hourly: nothing else happens when a question becomes older than what is counted. */
export async function recountGroups({
  platformTx,
}: Pick<ServiceScope<AnalyticsPorts>, 'platformTx'>): Promise<void> {
  const { organizationId } = organizations
  const all = await platformTx((db) => db.select({ organizationId }).from(organizations))
  const due = all.map((of) => ({ ...of, subject: 'questions', payload: {} }))
  await enqueueInParts({ platformTx }, groupQuestions, due)
}

interface StaleWording {
  readonly wording: string
  /** Null if it has a group, or nobody's words are left. */
  readonly question: string | null
  readonly askerId: string | null
}

function loadStale({ organizationId, tx }: Run): Promise<StaleWording[]> {
  const of = { organizationId }
  const latest = (column: typeof questions.question | typeof questions.askerId) =>
    sql<string | null>`(select ${column} from ${questions}
      where ${own(questions, staleWordings, eq(questions.wording, staleWordings.wording))}
        and ${wordings.groupId} is null order by ${questions.askedAt} desc nulls last limit 1)`
  return tx((db) =>
    db
      .select({
        wording: staleWordings.wording,
        question: latest(questions.question).as('question'),
        askerId: latest(questions.askerId).as('asker_id'),
      })
      .from(staleWordings)
      .leftJoin(wordings, own(wordings, staleWordings, eq(wordings.wording, staleWordings.wording)))
      .where(own(staleWordings, of))
      .limit(groupedQuestionsMax),
  )
}

interface Encoded {
  readonly wording: string
  readonly model: string | null
  readonly vector: Float32Array | null
}

/** The wordings without a group, with their vectors if somebody can still ask for them. */
async function encode(ctx: Run, batch: readonly StaleWording[]): Promise<Encoded[]> {
  const fresh = batch.flatMap(({ wording, question, askerId }) =>
    question === null ? [] : [{ wording, question, askerId }],
  )
  if (fresh.length === 0) return []
  const askerIds = [...new Set(fresh.flatMap(({ askerId }) => askerId ?? []))].slice(0, askersTriedMax)
  const { organizationId, signal } = ctx
  const texts = fresh.map(({ question }) => question)
  const encoded = await ctx.ports.encoder?.encode({ organizationId, questions: texts, askerIds, signal })
  return fresh.map(({ wording }, at) => ({
    wording,
    model: encoded?.model ?? null,
    vector: encoded?.vectors[at] ?? null,
  }))
}

type Within = Parameters<typeof countGroups>[0]

/** A wording joins the group that it is most like, else it begins one. */
async function assign({ db, organizationId }: Within, encoded: readonly Encoded[]): Promise<void> {
  if (encoded.length === 0) return
  const since = new Date(Date.now() - periodDaysDefault * 86_400_000)
  const [model] = encoded.flatMap((each) => each.model ?? [])
  const ofModel = and(isNotNull(questionGroups.vector), eq(questionGroups.model, model ?? ''))
  const known = await db
    .select({ id: questionGroups.id, vector: questionGroups.vector })
    .from(questionGroups)
    .where(own(questionGroups, { organizationId }, ofModel, gte(questionGroups.lastAskedAt, since)))
    .orderBy(desc(questionGroups.lastAskedAt))
    .limit(comparedMax)
  const groups = known.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }]))
  for (const { wording, model, vector } of encoded) {
    const found = vector === null ? null : mostLike(vector, groups)
    const groupId = found?.id ?? uuidV7()
    if (!found) {
      const group = { organizationId, id: groupId, model, vector, lastAskedAt: new Date() }
      await db.insert(questionGroups).values(group)
      if (vector) groups.push({ id: groupId, vector })
    }
    await db.insert(wordings).values({ organizationId, wording, groupId }).onConflictDoNothing()
  }
}
