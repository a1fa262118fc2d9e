import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

export const renewAccess: Verb<typeof masterAdminApi.renewAccess> = (ctx, { params }) =>
  ctx.ports.team.call(ctx, teamApi.renewAccess, { params: { userId: params.id } })
