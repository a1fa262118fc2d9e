import type { Role } from '@portal/contracts/permissions'

/** What a role may do, in one sentence. */
export const roleHints: Readonly<Record<Role, string>> = {
  facilitator: 'Facilitators manage documents, people and invitations, and name other facilitators.',
  admin: 'Admins manage documents, departments, people and invitations.',
  manager: 'Managers see analytics and people, and decide on approvals that name them.',
  team_member: 'Employees read current approved versions and use the assistant.',
}
