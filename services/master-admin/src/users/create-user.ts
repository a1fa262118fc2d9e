import type { masterAdminApi } from '@portal/contracts/master-admin'
import { teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

export const createUser: Verb<typeof masterAdminApi.createUser> = async (ctx, { body }) => {
  const made = await ctx.ports.team.call(ctx, teamApi.createPerson, { body })
  return { ...made, isProtected: false, hasSignedIn: false }
}
