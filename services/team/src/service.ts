import { teamApi } from '@portal/contracts/team'
import { defineService } from '@portal/service-kit/define-service'
import { createDepartment } from './departments/create-department.ts'
import { deleteDepartment } from './departments/delete-department.ts'
import { listDepartments } from './departments/list-departments.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { createInvitation } from './invitations/create-invitation.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { readInvitation } from './invitations/read-invitation.ts'
import { resendInvitation } from './invitations/resend-invitation.ts'
import { revokeInvitation } from './invitations/revoke-invitation.ts'
import { sendInvitation } from './invitations/send-invitation.ts'
import { assignDepartments } from './members/assign-departments.ts'
import { changeRole } from './members/change-role.ts'
import { endProviderSessions } from './members/end-provider-sessions.ts'
import { listMembers } from './members/list-members.ts'
import { removeMember } from './members/remove-member.ts'
import { createEmptyOrganization } from './operators/create-empty-organization.ts'
import { createPerson } from './operators/create-person.ts'
import { disableAccounts } from './operators/disable-accounts.ts'
import { disableOrganization } from './operators/disable-organization.ts'
import { disablePerson } from './operators/disable-person.ts'
import { readMail } from './operators/read-mail.ts'
import { renewOneTimeLogin } from './operators/renew-one-time-login.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { joinOrganization } from './organizations/join-organization.ts'
import { organizationByCode } from './organizations/organization-by-code.ts'
import { republishTeam } from './organizations/republish-team.ts'
import { rotateJoinCode, switchOffJoinCode } from './organizations/rotate-join-code.ts'
import { currentUser } from './people/current-user.ts'
import { readIdentity } from './people/read-identity.ts'
import { resolveIdentity } from './people/resolve-identity.ts'
import type { TeamPorts } from './ports.ts'
import { platformTables } from './schema.ts'

export const service = defineService<typeof teamApi, TeamPorts, 'team'>({
  name: 'team',
  api: teamApi,
  verbs: {
    currentUser,
    createOrganization,
    organizationByCode,
    joinOrganization,
    rotateJoinCode,
    switchOffJoinCode,
    listDepartments,
    createDepartment,
    deleteDepartment,
    listMembers,
    changeRole,
    assignDepartments,
    removeMember,
    createEmptyOrganization,
    disableOrganization,
    createPerson,
    renewOneTimeLogin,
    disablePerson,
    readMail,
    createInvitation,
    listInvitations,
    resendInvitation,
    revokeInvitation,
    readInvitation,
    acceptInvitation,
    resolveIdentity,
    readIdentity,
  },
  consumers: [],
  jobs: [disableAccounts, endProviderSessions, sendInvitation],
  republish: republishTeam,
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables },
})
