import { type masterAdminApi, masterAdminEvents } from '@portal/contracts/master-admin'
import { proxiedServices } from '@portal/contracts/services'
import { teamApi } from '@portal/contracts/team'
import { below, listPart } from '@portal/service-kit/http/list-part'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { allStores, deletionSteps, deletions } from '../schema.ts'
import { isOverdue } from './report-overdue.ts'

/**
 * Team disables the organization at once and returns its name, which the read model may not have
 * yet; then the ledger opens and every service purges the organization. Both steps are idempotent,
 * so an interrupted deletion can be repeated.
 */
export const deleteOrganization: Verb<typeof masterAdminApi.deleteOrganization> = async (ctx, { params }) => {
  const { id: deletedOrganizationId } = params
  const { name } = await ctx.ports.team.call(ctx, teamApi.disableOrganization, { params })
  await ctx.platformTx(async (db, emit) => {
    const opened = await db
      .insert(deletions)
      .values({ deletedOrganizationId, organizationName: name, requestedBy: ctx.personId })
      .onConflictDoNothing()
      .returning({ id: deletions.deletedOrganizationId })
    if (opened.length === 0) return
    const steps = proxiedServices.map((service) => ({ deletedOrganizationId, service, store: allStores }))
    await db.insert(deletionSteps).values(steps)
    const data = { organizationId: deletedOrganizationId, name }
    await emit(masterAdminEvents.deletionRequested, { subject: String(deletedOrganizationId), data })
  })
  return undefined
}

export const listDeletions: Verb<typeof masterAdminApi.listDeletions> = async (ctx, { query }) => {
  const { deletedOrganizationId: id, requestedAt } = deletions
  const { rows, steps } = await ctx.platformTx(async (db) => {
    const position = db
      .select({ requestedAt, id })
      .from(deletions)
      .where(eq(id, query.cursor ?? 0))
    const rows = await listPart(ctx, db, {
      query,
      from: deletions,
      where: undefined,
      after: query.cursor === undefined ? undefined : await below([requestedAt, id], position),
      load: (where, limit) =>
        db
          .select({ ...getTableColumns(deletions), isOverdue })
          .from(deletions)
          .where(where)
          .orderBy(desc(requestedAt), desc(id))
          .limit(limit),
    })
    const ids = rows.map((row) => row.deletedOrganizationId)
    const ofRows = inArray(deletionSteps.deletedOrganizationId, ids)
    const { service, store } = deletionSteps
    return { rows, steps: await db.select().from(deletionSteps).where(ofRows).orderBy(service, store) }
  })
  return rows.map((row) => ({
    organizationId: row.deletedOrganizationId,
    organizationName: row.organizationName,
    requestedAt: row.requestedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    isOverdue: row.isOverdue,
    steps: steps
      .filter((step) => step.deletedOrganizationId === row.deletedOrganizationId)
      .map(({ service, store, removed, remaining, ...step }) => {
        const finishedAt = step.finishedAt?.toISOString() ?? null
        return { service, store, removed, remaining, finishedAt }
      }),
  }))
}

/** Requests every deletion again, for services restored from an older backup. */
export const republishDeletions: Republish = {
  what: 'deletions',
  listOfPlatform: async (db) => {
    const { deletedOrganizationId: id, requestedAt } = deletions
    return (await db.select({ id }).from(deletions).orderBy(requestedAt)).map((row) => String(row.id))
  },
  emitOfPlatform: async (db, emit, id) => {
    const own = eq(deletions.deletedOrganizationId, Number(id))
    const [deletion] = await db.select().from(deletions).where(own).for('update')
    if (!deletion) return
    const { deletedOrganizationId: organizationId, organizationName: name } = deletion
    await emit(masterAdminEvents.deletionRequested, { subject: id, data: { organizationId, name } })
  },
}
