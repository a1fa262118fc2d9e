import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import { requestDeletion } from '../deletions/request-deletion.ts'
import type { Verb } from '../ports.ts'
import { organizations } from '../read-model/tables.ts'

/**
 * Team shuts the organization at once, then the ledger opens. Cut off between the two, the organization is shut and still listed, and asking
 * again goes on: both steps may be repeated.
 */
export const deleteOrganization: Verb<typeof masterAdminApi.deleteOrganization> = async (ctx, { params }) => {
  const { id: organizationId } = params
  await ctx.ports.team.call(ctx, teamApi.disableOrganization, { params })
  await ctx.platformTx(async (db, emit) => {
    const own = eq(organizations.organizationId, organizationId)
    const [known] = await db.select({ name: organizations.name }).from(organizations).where(own)
    const organizationName = known?.name ?? `Organization ${organizationId}`
    await requestDeletion(db, emit, { organizationId, organizationName, requestedBy: ctx.personId })
  })
  return undefined
}
