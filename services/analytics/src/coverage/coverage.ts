import type {
  analyticsApi,
  CoverageKind,
  CoverageSummary,
  CoveredDocument,
  Period,
} from '@portal/contracts/analytics'
import { dayIn } from '@portal/contracts/calendar-day'
import { listRowsMax } from '@portal/contracts/list-query'
import type { RouteInput } from '@portal/contracts/route'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { campaigns, departments, documents } from '../facts/facts-schema.ts'
import { visibleDocuments } from '../facts/visible-documents.ts'
import { documentDays } from '../figures/figures-schema.ts'
import { loadPeriod } from '../figures/period.ts'
import type { Context, Verb } from '../ports.ts'

type Query = Omit<RouteInput<typeof analyticsApi.listCoveredDocuments>['query'], 'kind'>

export const readCoverage: Verb<typeof analyticsApi.readCoverage> = (ctx, { query }) =>
  ctx.tx((db) => loadCoverage(db, ctx, query))

export const listCoveredDocuments: Verb<typeof analyticsApi.listCoveredDocuments> = (ctx, { query }) =>
  ctx.tx(async (db) => {
    const covered = await loadCovered(db, ctx, { query, period: await loadPeriod(db, ctx, query) })
    return ofKind(covered, query.kind)
  })

/** All of them without a kind. */
export function ofKind(covered: CoveredDocument[], kind: CoverageKind | undefined): CoveredDocument[] {
  return kind === undefined ? covered : covered.filter(kinds[kind])
}

const kinds: Readonly<Record<CoverageKind, (document: CoveredDocument) => boolean>> = {
  asked: ({ answers }) => answers > 0,
  'never-asked': ({ lastCitedOn }) => lastCitedOn === null,
  overdue: ({ isOverdue }) => isOverdue,
  unread: ({ outstanding }) => outstanding > 0,
}

export async function loadCoverage(
  db: TransactionHandle,
  ctx: Context,
  query: Query,
): Promise<CoverageSummary> {
  const period = await loadPeriod(db, ctx, query)
  const covered = await loadCovered(db, ctx, { query, period })
  const those = (kind: CoverageKind) => covered.filter(kinds[kind]).length
  return {
    period,
    documents: covered.length,
    askedAbout: those('asked'),
    neverAsked: those('never-asked'),
    overdue: those('overdue'),
    unread: those('unread'),
    outstanding: covered.reduce((sum, { outstanding }) => sum + outstanding, 0),
  }
}

/** Documents in force that the person may see; `department` is theirs, not that of the askers. */
export async function loadCovered(
  db: TransactionHandle,
  ctx: Context,
  { query, period }: { readonly query: Query; readonly period: Period },
): Promise<CoveredDocument[]> {
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
  const rows = await db
    .select({
      ...{ id: documents.id, title: documents.title, nextReviewOn: documents.nextReviewOn },
      ...{ departmentId: departments.number, department: departments.name, lastCitedOn },
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
    .orderBy(desc(sql`answers`), asc(documents.title), asc(documents.id))
    .limit(listRowsMax)
  return rows.map((row) => ({
    ...row,
    isOverdue: row.nextReviewOn !== null && row.nextReviewOn < today,
  }))
}
