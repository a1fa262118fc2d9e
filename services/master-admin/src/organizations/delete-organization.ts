import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import { requestDeletion } from '../deletions/request-deletion.ts'
import type { Verb } from '../ports.ts'

/**
 * Team shuts the organization at once and says its name, which the read model may not know yet; then the ledger opens. Cut off between the two, the organization is shut and still listed, and asking
 * again goes on: both steps may be repeated.
 */
export const deleteOrganization: Verb<typeof masterAdminApi.deleteOrganization> = async (ctx, { params }) => {
  const { id: organizationId } = params
  const { name: organizationName } = await ctx.ports.team.call(ctx, teamApi.disableOrganization, { params })
  await ctx.platformTx((db, emit) =>
    requestDeletion(db, emit, { organizationId, organizationName, requestedBy: ctx.personId }),
  )
  return undefined
}
