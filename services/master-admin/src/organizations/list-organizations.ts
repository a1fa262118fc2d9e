import type { MasterOrganization, masterAdminApi } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { listPart } from '@portal/service-kit/http/list-part'
import { asc, avg, count, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { answers, departments, documents, members, organizations } from '../read-model/tables.ts'
import { deletions } from '../schema.ts'

export const listOrganizations: Verb<typeof masterAdminApi.listOrganizations> = (ctx, { query }) =>
  ctx.platformTx(async (db) => {
    // Numbers rise as organizations are created.
    const { organizationId } = organizations
    const rows = await listPart(ctx, db, {
      query,
      from: organizations,
      where: notExists(deletionOf(db)),
      after: query.cursor === undefined ? undefined : lt(organizationId, query.cursor),
      load: (where, limit) =>
        db.select().from(organizations).where(where).orderBy(desc(organizationId)).limit(limit),
    })
    return withCounts(db, rows)
  })

async function withCounts(
  db: TransactionHandle,
  rows: readonly (typeof organizations.$inferSelect)[],
): Promise<MasterOrganization[]> {
  const ids = rows.map(({ organizationId }) => organizationId)
  if (ids.length === 0) return []
  const users = await countsOf(db, members, ids)
  const stored = await countsOf(db, documents, ids)
  const use = await loadUse(db, ids)
  const names = await loadDepartments(db, ids)
  return rows.map(({ organizationId: id, name, code, joinCode, createdAt }) => ({
    id,
    name,
    code,
    joinCode,
    userCount: users.get(id) ?? 0,
    createdAt: createdAt.toISOString(),
    stats: {
      totalDocuments: stored.get(id) ?? 0,
      totalQuestions: use.get(id)?.questions ?? 0,
      averageRating: use.get(id)?.averageRating ?? null,
      departments: (names.get(id) ?? []).map((department) => ({ name: department.name })),
    },
  }))
}

/** An organization's deletion; from then on it is not listed, whatever events follow. */
export function deletionOf(db: TransactionHandle) {
  return db
    .select({ id: deletions.deletedOrganizationId })
    .from(deletions)
    .where(eq(deletions.deletedOrganizationId, organizations.organizationId))
}

async function countsOf(db: TransactionHandle, table: typeof members | typeof documents, ids: number[]) {
  const { organizationId } = table
  const rows = await db
    .select({ organizationId, count: count() })
    .from(table)
    .where(inArray(organizationId, ids))
    .groupBy(organizationId)
  return new Map(rows.map((row) => [row.organizationId, row.count]))
}

/** Number of questions and the mean of the latest ratings, null without any (decision 32). */
async function loadUse(db: TransactionHandle, ids: number[]) {
  const { organizationId, rating } = answers
  const rows = await db
    .select({
      organizationId,
      questions: sql`count(*) filter (where ${answers.isAsked})`.mapWith(Number),
      averageRating: avg(rating).mapWith(Number),
    })
    .from(answers)
    .where(inArray(organizationId, ids))
    .groupBy(organizationId)
  return new Map(rows.map((row) => [row.organizationId, row]))
}

async function loadDepartments(db: TransactionHandle, ids: number[]) {
  const rows = await db
    .select()
    .from(departments)
    .where(inArray(departments.organizationId, ids))
    .orderBy(asc(departments.organizationId), asc(departments.number))
  return Map.groupBy(rows, (row) => row.organizationId)
}
