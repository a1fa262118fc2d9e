import { teamApi } from '@portal/contracts/team'
import { defineService } from '@portal/service-kit/define-service'
import { listDepartments } from './departments/list-departments.ts'
import { commandOrganization } from './operators/command-organization.ts'
import { commandPerson } from './operators/command-person.ts'
import { disableAccounts } from './operators/disable-accounts.ts'
import { disableOrganization } from './operators/disable-organization.ts'
import { disablePerson } from './operators/disable-person.ts'
import { renewAccess } from './operators/offer-access.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { joinOrganization } from './organizations/join-organization.ts'
import { organizationByCode } from './organizations/organization-by-code.ts'
import { republishTeam } from './organizations/republish-team.ts'
import { changeRole } from './people/change-role.ts'
import { currentUser } from './people/current-user.ts'
import { readIdentity } from './people/read-identity.ts'
import { resolveIdentity } from './people/resolve-identity.ts'
import type { TeamPorts } from './ports.ts'
import { platformTables } from './schema.ts'

export const team = defineService<typeof teamApi, TeamPorts>({
  name: 'team',
  api: teamApi,
  verbs: {
    currentUser,
    createOrganization,
    organizationByCode,
    joinOrganization,
    listDepartments,
    changeRole,
    commandOrganization,
    disableOrganization,
    commandPerson,
    renewAccess,
    disablePerson,
    resolveIdentity,
    readIdentity,
  },
  consumers: [],
  jobs: [disableAccounts],
  republish: republishTeam,
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables },
})
