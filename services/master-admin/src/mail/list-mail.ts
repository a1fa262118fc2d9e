import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

export const listMail: Verb<typeof masterAdminApi.listMail> = (ctx) =>
  ctx.ports.team.call(ctx, teamApi.readMail, {})
