import { z } from 'zod'
import { departmentNumberMax } from './departments.ts'
import { listQuery } from './list-query.ts'
import { roles } from './permissions.ts'
import { route } from './route.ts'
import { Person } from './session.ts'

/**
 * A member in the team and user lists. `departments` are numbers; `isProtected`: a built-in account
 * that no route removes (decision 7).
 */
export const Member = Person.extend({
  role: z.enum(roles),
  departments: z.array(z.number().int()),
  joinedAt: z.iso.datetime(),
  isProtected: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** What every member may know of the others: their name, else their login name, and picture. */
export const MemberName = z.object({
  id: z.string(),
  name: z.string(),
  profileImageUrl: z.string().nullable().optional(),
})
export type MemberName = z.infer<typeof MemberName>

const DepartmentsOfMember = z.object({
  departments: z.array(z.number().int().min(1).max(departmentNumberMax)).max(200),
})

const MemberPath = z.object({ userId: z.string().min(1).max(200) })

/** Routes for the members of one's own organization, served by team. */
export const membersApi = {
  listMembers: route('GET', '/api/users', {
    can: 'member:read',
    summary: 'Members of the organization, who joined last first',
    query: listQuery(z.string().min(1).max(200)).extend({ q: z.string().max(500).optional() }),
    returns: z.array(Member),
    limit: 'search',
    limitWith: 'q',
  }),
  listMemberNames: route('GET', '/api/users/names', {
    can: 'member:read-names',
    summary: 'Names of the members, by which owners, approvers and authors are shown',
    query: listQuery(z.string().min(1).max(200)),
    returns: z.array(MemberName),
  }),
  changeRole: route('PATCH', '/api/users/{userId}/role', {
    can: 'member:change-role',
    summary: "Change a member's role",
    params: MemberPath,
    body: z.object({ role: z.enum(roles) }),
    returns: Member,
    bearer: false,
  }),
  assignDepartments: route('PUT', '/api/users/{userId}/departments', {
    can: 'member:assign-departments',
    summary: "Replace a member's departments",
    params: MemberPath,
    /** With `seen`, what a form began with: refused if somebody has changed that meanwhile. */
    body: DepartmentsOfMember.extend({ seen: DepartmentsOfMember.optional() }),
    returns: Member,
    bearer: false,
  }),
  removeMember: route('DELETE', '/api/users/{userId}', {
    can: 'member:remove',
    summary: 'End a membership and the sessions of the person (decision 40)',
    params: MemberPath,
  }),
} as const
