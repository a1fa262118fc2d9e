import { uploadBytesMax } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { defineService } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { createDepartment, deleteDepartment, listDepartments } from './departments/departments.ts'
import { acceptInvitation, invitedAddress, readInvitation } from './invitations/accept-invitation.ts'
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invitations/invitations.ts'
import { forgetMailedAddresses } from './invitations/mail-allowance.ts'
import { sendInvitation } from './invitations/send-invitation.ts'
import { assignDepartments, changeRole, removeMember } from './members/change-members.ts'
import { listMemberNames, listMembers } from './members/list-members.ts'
import { followDocuments } from './notifications/follow-documents.ts'
import { forgetNotifications } from './notifications/forget-notifications.ts'
import {
  changeNotificationSettings,
  readNotificationSettings,
} from './notifications/notification-settings.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from './notifications/notifications.ts'
import { notificationTables } from './notifications/notifications-schema.ts'
import { startDigests } from './notifications/plan-digests.ts'
import { sendDigests } from './notifications/send-digests.ts'
import { createPerson } from './operators/create-person.ts'
import { createEmptyOrganization, disableOrganization } from './operators/organizations.ts'
import { disablePerson, readErasable, renewOneTimeLogin } from './operators/people.ts'
import { readMail } from './operators/read-mail.ts'
import {
  createOrganization,
  joinOrganization,
  organizationByCode,
  rotateJoinCode,
  switchOffJoinCode,
} from './organizations/organizations.ts'
import { republishTeam } from './organizations/republish-team.ts'
import { currentUser } from './people/current-user.ts'
import { readErasureRequest, requestErasure, withdrawErasureRequest } from './people/erasure-request.ts'
import { readOwnData } from './people/own-data.ts'
import { personalData } from './people/personal-data.ts'
import { disableAccounts, endProviderSessions } from './people/provider-jobs.ts'
import { readIdentity, resolveIdentity } from './people/resolve-identity.ts'
import { changeLogo, readLogo, removeLogo } from './pictures/logo.ts'
import { changeOwnPicture, readPicture, removeOwnPicture } from './pictures/own-picture.ts'
import { pictureTables } from './pictures-schema.ts'
import type { TeamPorts } from './ports.ts'
import { platformTables } from './schema.ts'
import {
  changeFeatures,
  changeSettings,
  readSettings,
  renameOrganization,
  republishSettings,
} from './settings/organization-settings.ts'

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
    readSettings,
    changeSettings,
    changeFeatures,
    renameOrganization,
    listDepartments,
    createDepartment,
    deleteDepartment,
    listMembers,
    listMemberNames,
    changeRole,
    assignDepartments,
    removeMember,
    createEmptyOrganization,
    disableOrganization,
    createPerson,
    renewOneTimeLogin,
    disablePerson,
    readErasable,
    readMail,
    createInvitation,
    listInvitations,
    resendInvitation,
    revokeInvitation,
    readInvitation,
    acceptInvitation,
    invitedAddress,
    listNotifications,
    countUnreadNotifications,
    markNotificationsRead,
    readNotificationSettings,
    changeNotificationSettings,
    readOwnData,
    changeOwnPicture,
    removeOwnPicture,
    readPicture,
    changeLogo,
    removeLogo,
    readLogo,
    readErasureRequest,
    requestErasure,
    withdrawErasureRequest,
    resolveIdentity,
    readIdentity,
  },
  consumers: [],
  followers: [followDocuments],
  jobs: [disableAccounts, endProviderSessions, sendInvitation, sendDigests],
  background: startDigests,
  housekeeping: (scope) =>
    forEveryOne([forgetNotifications, forgetMailedAddresses], (forget) => forget(scope)),
  personal: personalData,
  uploadBytesMax,
  republish: [...republishTeam, republishSettings],
  migrations: {
    folder: new URL('../drizzle/', import.meta.url),
    platformTables: [...platformTables, ...notificationTables, ...pictureTables],
  },
})
