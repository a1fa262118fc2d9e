import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { asc, eq } from 'drizzle-orm'
import { deletions } from '../schema.ts'

/** Requests every deletion again, for services restored from an older backup. */
export const republishDeletions: Republish = {
  what: 'deletions',
  listOfPlatform: async (db) => {
    const rows = await db
      .select({ id: deletions.deletedOrganizationId })
      .from(deletions)
      .orderBy(asc(deletions.requestedAt))
    return rows.map(({ id }) => String(id))
  },
  emitOfPlatform: async (db, emit, id) => {
    const own = eq(deletions.deletedOrganizationId, Number(id))
    const [deletion] = await db.select().from(deletions).where(own).for('update')
    if (!deletion) return
    const { deletedOrganizationId: organizationId, organizationName: name } = deletion
    await emit(masterAdminEvents.deletionRequested, { subject: id, data: { organizationId, name } })
  },
}
