import type { Department } from '@portal/contracts/departments'
import type { Member } from '@portal/contracts/members'
import { defaultDepartments } from '@portal/contracts/team'

/** A member, by default an employee without department. `id` is also the first name. */
export function fixedMember(id: string, changes: Partial<Member> = {}): Member {
  return {
    id,
    email: `${id}@halden.test`,
    firstName: id,
    lastName: 'Halden',
    profileImageUrl: null,
    role: 'team_member',
    departments: [],
    joinedAt: '2026-01-14T10:20:00.000Z',
    isProtected: false,
    ...changes,
  }
}

/** Who looks at the screens under test (`fixedSession`), as a member. */
export function fixedSelf(role: Member['role'] = 'admin'): Member {
  return fixedMember('person-1', {
    email: 'ingrid@halden.test',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    role,
  })
}

/** The departments that a new organization is seeded with (product §9, decision 26). */
export const fixedDepartments: readonly Department[] = defaultDepartments.map(({ number, name, color }) => ({
  id: number,
  name,
  color,
  createdAt: '2026-01-01T00:00:00.000Z',
}))
