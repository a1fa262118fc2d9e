import type { masterAdminApi } from '@portal/contracts/master-admin'
import { defaultDepartments, teamApi } from '@portal/contracts/team'
import type { Verb } from '../ports.ts'

/** Team creates it; the person's next call lists it (decision 62). */
export const createOrganization: Verb<typeof masterAdminApi.createOrganization> = async (ctx, { body }) => {
  const made = await ctx.ports.team.call(ctx, teamApi.createEmptyOrganization, { body })
  const departments = defaultDepartments.map(({ name }) => ({ name }))
  const stats = { totalDocuments: 0, totalQuestions: 0, averageRating: null, departments }
  return { ...made, userCount: 0, stats }
}
