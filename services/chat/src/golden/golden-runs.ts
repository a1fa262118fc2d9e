import type { chatApi } from '@portal/contracts/chat'
import type { GoldenRun } from '@portal/contracts/golden-questions'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { and, count, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { goldenResults, goldenRuns } from '../learned/golden-schema.ts'
import type { Verb } from '../ports.ts'
import { startRun } from './run-golden-questions.ts'

/** One run at a time: while one is open, that one is answered. */
export const runGoldenQuestions: Verb<typeof chatApi.runGoldenQuestions> = (ctx) =>
  ctx.tx(async (db, emit, enqueue) => {
    const { organizationId, personId } = ctx
    const scope = { db, emit, enqueue, organizationId }
    const runId = await startRun(scope, { cause: 'demand', askedBy: personId })
    if (runId === null)
      throw new CodedError('conflict', 'There are no golden questions yet.', {
        suggestedAction: 'Add a question first.',
      })
    const [run] = await presentRuns(db, ctx, [runId])
    return ctx.respond(db, rowOrNotFound(run))
  })

export const listGoldenRuns: Verb<typeof chatApi.listGoldenRuns> = (ctx, { query }) =>
  ctx.tx(async (db) => {
    const { id } = goldenRuns
    const rows = await listPart(ctx, db, {
      query,
      from: goldenRuns,
      where: own(goldenRuns, ctx),
      after: query.cursor === undefined ? undefined : lt(id, query.cursor),
      load: (where, limit) => db.select({ id }).from(goldenRuns).where(where).orderBy(desc(id)).limit(limit),
    })
    return presentRuns(
      db,
      ctx,
      rows.map((row) => row.id),
    )
  })

export const readGoldenResults: Verb<typeof chatApi.readGoldenResults> = (ctx, { params }) =>
  ctx.tx(async (db) => {
    const [run] = await presentRuns(db, ctx, [params.id])
    const { questionId, outcome, isRightDocument, hasWords, citedDocuments } = goldenResults
    const results = await db
      .select({ questionId, outcome, isRightDocument, hasWords, citedDocuments })
      .from(goldenResults)
      .where(own(goldenResults, ctx, eq(goldenResults.runId, params.id)))
      .orderBy(desc(questionId))
    return { ...rowOrNotFound(run), results }
  })

/** Runs with their sums so far, newest first. */
async function presentRuns(
  db: TransactionHandle,
  of: OfOrganization,
  ids: readonly string[],
): Promise<GoldenRun[]> {
  if (ids.length === 0) return []
  const { runId, outcome, isRightDocument, hasWords } = goldenResults
  const isRight = and(isRightDocument, or(sql`${hasWords} is null`, hasWords))
  const rows = await db
    .select({
      run: goldenRuns,
      asked: count(runId),
      answered: sql<number>`(count(*) filter (where ${ne(outcome, 'no_evidence')}))::int`,
      right: sql<number>`(count(*) filter (where ${isRight}))::int`,
    })
    .from(goldenRuns)
    .leftJoin(goldenResults, own(goldenResults, goldenRuns, eq(runId, goldenRuns.id)))
    .where(own(goldenRuns, of, inArray(goldenRuns.id, [...ids])))
    .groupBy(goldenRuns.organizationId, goldenRuns.id)
    .orderBy(desc(goldenRuns.id))
  return rows.map(({ run: { id, cause, state, questions, startedAt, finishedAt }, ...sums }) => ({
    ...{ id, cause, state, questions },
    ...sums,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }))
}
