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

export const createUser: Verb<typeof masterAdminApi.createUser> = async (ctx, { body }) => {
  const made = await ctx.ports.team.call(ctx, teamApi.createPerson, { body })
  return { ...made, isProtected: false, hasSignedIn: false }
}

export const renewOneTimeLogin: Verb<typeof masterAdminApi.renewOneTimeLogin> = (ctx, { params }) =>
  ctx.ports.team.call(ctx, teamApi.renewOneTimeLogin, { params: { userId: params.id } })

export const deleteUser: Verb<typeof masterAdminApi.deleteUser> = (ctx, { params }) =>
  ctx.ports.team.call(ctx, teamApi.disablePerson, { params: { userId: params.id } })

export const listMail: Verb<typeof masterAdminApi.listMail> = (ctx) =>
  ctx.ports.team.call(ctx, teamApi.readMail, {})
