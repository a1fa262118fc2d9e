import type {
  analyticsApi,
  CoverageKind,
  CoverageSummary,
  CoveredDocument,
} from '@portal/contracts/analytics'
import { dayIn } from '@portal/contracts/calendar-day'
import { listRowsMax } from '@portal/contracts/list-query'
import type { RouteInput } from '@portal/contracts/route'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { campaigns, departments, documents } from '../facts/facts-schema.ts'
import { visibleDocuments } from '../facts/visible-documents.ts'
import { documentDays } from '../figures/figures-schema.ts'
import { loadPeriod } from '../figures/period.ts'
import type { Context, Verb } from '../ports.ts'

type Query = RouteInput<typeof analyticsApi.listCoveredDocuments>['query']

export const readCoverage: Verb<typeof analyticsApi.readCoverage> = (ctx, { query }) =>
  ctx.tx((db) => loadCoverage(db, ctx, query))

export const listCoveredDocuments: Verb<typeof analyticsApi.listCoveredDocuments> = (ctx, { query }) =>
  ctx.tx((db) => loadCovered(db, ctx, { query }))

/** Of all documents, however many a list shows. */
export async function loadCoverage(
  db: TransactionHandle,
  ctx: Context,
  query: Omit<Query, 'kind'>,
): Promise<CoverageSummary> {
  const { period, covered, kinds } = await selectCovered(db, ctx, query)
  const those = (kind: CoverageKind) => sql<number>`count(*) filter (where ${kinds[kind]})`.mapWith(Number)
  const [sums] = await db
    .select({
      documents: count(),
      askedAbout: those('asked'),
      neverAsked: those('never-asked'),
      overdue: those('overdue'),
      unread: those('unread'),
      outstanding: sql<number>`coalesce(sum(${covered.outstanding}), 0)`.mapWith(Number),
    })
    .from(covered)
  return { period, ...rowOrNotFound(sums) }
}

/** As many as a list shows, after the one that is named; most cited first. */
async function loadCovered(
  db: TransactionHandle,
  ctx: Context,
  { query, after }: { readonly query: Query; readonly after?: CoveredDocument | undefined },
): Promise<CoveredDocument[]> {
  const { today, covered, kinds } = await selectCovered(db, ctx, query)
  const { answers, title, id } = covered
  const isLater =
    after &&
    or(
      lt(answers, after.answers),
      and(eq(answers, after.answers), sql`(${title}, ${id}) > (${after.title}, ${after.id}::uuid)`),
    )
  const rows = await db
    .select()
    .from(covered)
    .where(and(query.kind && kinds[query.kind], isLater))
    .orderBy(desc(answers), asc(title), asc(id))
    .limit(listRowsMax)
  return rows.map((row) => ({
    ...row,
    isOverdue: row.nextReviewOn !== null && row.nextReviewOn < today,
  }))
}

/** All of them, read in parts. */
export async function loadAllCovered(
  db: TransactionHandle,
  ctx: Context,
  query: Query,
): Promise<CoveredDocument[]> {
  const all: CoveredDocument[] = []
  for (let isMore = true; isMore; ) {
    const part = await loadCovered(db, ctx, { query, after: all.at(-1) })
    all.push(...part)
    isMore = part.length === listRowsMax
  }
  return all
}

/** Documents in force that the person may see; `department` is theirs, not that of the askers. */
async function selectCovered(db: TransactionHandle, ctx: Context, query: Omit<Query, 'kind'>) {
  const period = await loadPeriod(db, ctx, query)
  const today = dayIn(period.timeZone)
  const ofDocument = own(documentDays, documents, eq(documentDays.documentId, documents.id))
  const inPeriod = sql`${documentDays.day} between ${period.from}::date and ${period.to}::date`
  const answers = sql<number>`coalesce((select sum(${documentDays.answers}) from ${documentDays}
    where ${ofDocument} and ${inPeriod}), 0)`.mapWith(Number)
  const lastCitedOn = sql<string | null>`(select max(${documentDays.day})::text from ${documentDays}
    where ${ofDocument})`
  const ofCampaign = own(
    campaigns,
    documents,
    eq(campaigns.documentId, documents.id),
    eq(campaigns.versionId, documents.currentVersionId),
    eq(campaigns.isOpen, true),
  )
  const people = (column: typeof campaigns.asked | typeof campaigns.outstanding) =>
    sql<number>`coalesce((select sum(${column}) from ${campaigns} where ${ofCampaign}), 0)`.mapWith(Number)
  const inForce = and(eq(documents.isActive, true), isNotNull(documents.currentVersionId))
  const number = documents.departmentNumber
  const department = own(
    departments,
    documents,
    eq(departments.number, number),
    eq(departments.isDeleted, false),
  )
  const covered = db
    .select({
      ...{ id: documents.id, title: documents.title, nextReviewOn: documents.nextReviewOn },
      ...{ departmentId: departments.number, department: departments.name },
      lastCitedOn: lastCitedOn.as('last_cited_on'),
      answers: answers.as('answers'),
      asked: people(campaigns.asked).as('asked'),
      outstanding: people(campaigns.outstanding).as('outstanding'),
    })
    .from(documents)
    .leftJoin(departments, department)
    .where(
      visibleDocuments(
        ctx,
        inForce,
        query.department === undefined ? undefined : eq(number, query.department),
      ),
    )
    .as('covered')
  const kinds: Readonly<Record<CoverageKind, SQL>> = {
    asked: gt(covered.answers, 0),
    'never-asked': isNull(covered.lastCitedOn),
    overdue: lt(covered.nextReviewOn, today),
    unread: gt(covered.outstanding, 0),
  }
  return { period, today, covered, kinds }
}
