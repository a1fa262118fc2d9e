import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

export const deleteUser: Verb<typeof masterAdminApi.deleteUser> = (ctx, { params }) =>
  ctx.ports.team.call(ctx, teamApi.disablePerson, { params: { userId: params.id } })
