import { dayIn } from '@portal/contracts/calendar-day'
import {
  type Document,
  type DocumentSort,
  type documentsApi,
  documentsEvents,
} from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { and, asc, desc, eq, exists, gt, like, lt, lte, type SQL, sql } from 'drizzle-orm'
import { findable, readable } from '../access/readable.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import { presentIngestion } from '../ingestion/present-ingestion.ts'
import { departmentOfDocument } from '../joins.ts'
import type { Step } from '../lifecycle/lock-document.ts'
import { presentReview } from '../lifecycle/review-dates.ts'
import type { Context, Verb } from '../ports.ts'
import { departments, documents, versions } from '../schema.ts'
import { organizationSettings } from '../settings/settings-schema.ts'
import { areChangesRequested, versionState } from '../versions/version-state.ts'

export const listDocuments: Verb<typeof documentsApi.listDocuments> = async (ctx, { query }) => {
  const text = query.q === undefined ? undefined : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = and(
    findable(ctx),
    query.department === undefined ? undefined : inDepartment(query.department),
    query.status === undefined ? undefined : eq(documents.isActive, query.status === 'active'),
    query.reviewBy === undefined ? undefined : lte(documents.nextReviewOn, query.reviewBy),
    text === undefined ? undefined : like(documents.foundBy, sql`lower(${text})`),
  )
  const order = orders[query.sort ?? 'newest']
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: documents,
      where: wanted,
      after: query.cursor === undefined ? undefined : order.after(ctx, query.cursor),
      load: (where, limit) => loadDocuments(db, where, { limit, orderBy: order.by }),
    }),
  )
  return rows.map(presentDocument)
}

interface Order {
  readonly by: readonly SQL[]
  /** What follows the document of this id. */
  readonly after: (ctx: Context, id: string) => SQL
}

const title = sql`lower(${documents.title})`

/** Ids grow with the time of upload. */
const orders: Readonly<Record<DocumentSort, Order>> = {
  newest: { by: [desc(documents.id)], after: (_, id) => lt(documents.id, id) },
  oldest: { by: [asc(documents.id)], after: (_, id) => gt(documents.id, id) },
  title: {
    by: [asc(title), asc(documents.id)],
    after: (ctx, id) => sql`(${title}, ${documents.id}) > (select lower(d.title), d.id from ${documents} d
      where d.organization_id = ${ctx.organizationId} and d.id = ${id})`,
  },
}

/** A deleted department contains nothing, whatever number a document still carries. */
function inDepartment(number: number) {
  const present = sql`(select from ${departments} where ${departmentOfDocument})`
  return and(eq(documents.departmentNumber, number), exists(present))
}

export const readDocument: Verb<typeof documentsApi.readDocument> = (ctx, { params }) =>
  ctx.tx((db) => loadDocument(db, and(findable(ctx), eq(documents.id, params.id))))

/** Soft: approvals and audit stay, and the document can come back for 30 days (decision 27). */
export const deleteDocument: Verb<typeof documentsApi.deleteDocument> = (ctx, { params }) =>
  ctx.tx(async (db, emit, enqueue) => {
    const [deleted] = await db
      .update(documents)
      .set({ deletedAt: sql`now()`, revision: sql`${documents.revision} + 1` })
      .where(and(readable(ctx), eq(documents.id, params.id)))
      .returning({ documentId: documents.id })
    const data = rowOrNotFound(deleted)
    await sayDeleted({ emit, enqueue }, data)
    return undefined
  })

/** What follows when a document was marked as deleted. */
export async function sayDeleted(
  { emit, enqueue }: Pick<Step, 'emit' | 'enqueue'>,
  data: { readonly documentId: string },
): Promise<void> {
  await emit(documentsEvents.documentDeleted, { subject: data.documentId, data })
  await enqueue(indexDocument, { subject: data.documentId, payload: data })
}

/** One document, else 404. */
export async function loadDocument(db: TransactionHandle, where: SQL | undefined): Promise<Document> {
  const [row] = await loadDocuments(db, where, { limit: 1 })
  return presentDocument(rowOrNotFound(row))
}

type DocumentRow = Awaited<ReturnType<typeof loadDocuments>>[number]

/**
 * Documents with their current version, else their newest one. The part is chosen first, so that
 * only its rows are joined, whatever there is. Versions are looked up row by row: under row
 * security a join on anything but plain columns would read all of them.
 */
export function loadDocuments(
  db: TransactionHandle,
  where: SQL | undefined,
  { limit, orderBy = orders.newest.by }: { readonly limit: number; readonly orderBy?: readonly SQL[] },
) {
  // Under the tables' own names, by which joins and orders refer to their columns.
  const part = db
    .select()
    .from(documents)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .as('documents')
  const shown = db
    .select()
    .from(versions)
    .where(own(versions, documents, eq(versions.documentId, documents.id)))
    .orderBy(desc(eq(versions.id, documents.currentVersionId)), desc(versions.number))
    .limit(1)
    .as('versions')
  return db
    .select({
      ...{ document: documents, version: versions },
      ...{ departmentName: departments.name, timeZone: organizationSettings.timeZone },
      areChangesRequested: areChangesRequested(),
    })
    .from(part)
    .innerJoinLateral(shown, sql`true`)
    .leftJoin(departments, departmentOfDocument)
    .leftJoin(organizationSettings, own(organizationSettings, documents))
    .orderBy(...orderBy)
}

export function presentDocument({ document, version, departmentName, ...row }: DocumentRow): Document {
  const timeZone = row.timeZone ?? defaultSettings.timeZone
  const isCurrent = document.currentVersionId === version.id
  const effectiveAt = version.effectiveAt ?? version.activatedAt
  return {
    id: document.id,
    customId: document.customId,
    title: document.title,
    departmentId: departmentName === null ? null : document.departmentNumber,
    departmentName,
    isActive: document.isActive,
    visibleTo: document.visibleTo,
    ownerId: document.ownerId,
    createdAt: document.createdAt.toISOString(),
    organizationId: document.organizationId,
    fileName: version.fileName,
    fileType: version.fileType,
    sizeBytes: version.sizeBytes,
    currentVersion: isCurrent ? { id: version.id, version: version.number } : null,
    ...(!isCurrent && { newestVersion: versionState({ ...row, version, isActive: false }) }),
    effectiveOn: isCurrent && effectiveAt !== null ? dayIn(timeZone, effectiveAt) : null,
    review: presentReview(document, timeZone),
    isSample: document.isSample,
    ingestion: presentIngestion(version),
  }
}
