import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

export const renewOneTimeLogin: Verb<typeof masterAdminApi.renewOneTimeLogin> = (ctx, { params }) =>
  ctx.ports.team.call(ctx, teamApi.renewOneTimeLogin, { params: { userId: params.id } })
