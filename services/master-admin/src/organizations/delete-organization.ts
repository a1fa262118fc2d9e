import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import { requestDeletion } from '../deletions/request-deletion.ts'
import type { Verb } from '../ports.ts'

/**
 * Team disables the organization at once and returns its name, which the read model may not have
 * yet; then the ledger opens. Both steps are idempotent, so an interrupted deletion can be
 * repeated.
 */
export const deleteOrganization: Verb<typeof masterAdminApi.deleteOrganization> = async (ctx, { params }) => {
  const { id: organizationId } = params
  const { name: organizationName } = await ctx.ports.team.call(ctx, teamApi.disableOrganization, { params })
  await ctx.platformTx((db, emit) =>
    requestDeletion(db, emit, { organizationId, organizationName, requestedBy: ctx.personId }),
  )
  return undefined
}
