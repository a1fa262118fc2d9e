import type { CurrentUser } from '@portal/contracts/team'

/** The current user, by default without an organization. */
export function currentUser(changes: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 'person-1',
    email: 'ingrid@halden.test',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    profileImageUrl: null,
    organizationId: null,
    role: null,
    organization: null,
    departments: [],
    isMasterAdmin: false,
    ...changes,
  }
}
