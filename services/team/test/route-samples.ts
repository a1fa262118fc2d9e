import type { PermissionOf } from '@portal/contracts/permissions'
import type { teamApi } from '@portal/contracts/team'
import {
  byBody,
  byParams,
  newPersonOf,
  plain,
  type RouteSamples,
  type SpecifiedHolders,
} from '@portal/testkit/route-samples'

/** The matrix sends a text, which is no picture. */
const file = { hasIds: false, isRefusedByRule: () => true, request: () => ({ form: {} }) }

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof teamApi> = {
  currentUser: plain(),
  createOrganization: plain({ name: 'Another one' }),
  organizationByCode: byParams(({ code }) => ({ code })),
  joinOrganization: byParams(({ code }) => ({ code })),
  listDepartments: plain(),
  createDepartment: plain({ name: 'Quality', color: '#06B6D4' }),
  deleteDepartment: byParams(({ departmentNumber }) => ({ id: departmentNumber })),
  rotateJoinCode: plain(),
  switchOffJoinCode: plain(),
  readSettings: plain(),
  renameOrganization: plain({ name: 'Renamed' }),
  changeSettings: plain({ reviewCycleMonths: 24 }),
  listMembers: plain(),
  listMemberNames: plain(),
  changeRole: byParams(({ userId }) => ({ userId }), { role: 'manager' }),
  assignDepartments: byParams(({ userId }) => ({ userId }), { departments: [2] }),
  removeMember: byParams(({ userId }) => ({ userId })),
  createEmptyOrganization: plain({ name: 'Commanded' }),
  disableOrganization: byParams(({ organizationId }) => ({ id: organizationId })),
  createPerson: byBody(newPersonOf),
  renewOneTimeLogin: byParams(({ newcomerId }) => ({ userId: newcomerId })),
  disablePerson: byParams(({ userId }) => ({ userId })),
  readErasable: { ...byParams(({ userId }) => ({ userId })), isRefusedByRule: () => true },
  readOwnData: plain(),
  changeOwnPicture: file,
  removeOwnPicture: plain(),
  // Nobody of the matrix has one.
  readPicture: { ...byParams(({ userId }) => ({ userId })), isRefusedByRule: () => true },
  changeLogo: file,
  removeLogo: plain(),
  readLogo: { ...plain(), isRefusedByRule: () => true },
  readErasureRequest: plain(),
  requestErasure: plain(),
  withdrawErasureRequest: plain(),
  readMail: plain(),
  createInvitation: {
    hasIds: false,
    isRefusedByRule: (principal) => principal === 'team_member',
    request: () => ({ body: { email: `${crypto.randomUUID()}@isolation.example`, role: 'team_member' } }),
  },
  listInvitations: plain(),
  resendInvitation: byParams(({ invitationId }) => ({ id: invitationId })),
  revokeInvitation: byParams(({ invitationId }) => ({ id: invitationId })),
  readInvitation: byParams(({ invitationToken }) => ({ token: invitationToken })),
  acceptInvitation: {
    ...byParams(({ invitationToken }) => ({ token: invitationToken })),
    // Each invitation names another person.
    isRefusedByRule: () => true,
  },
  invitedAddress: byParams(({ invitationToken }) => ({ token: invitationToken })),
  listNotifications: plain(),
  countUnreadNotifications: plain(),
  markNotificationsRead: plain({ all: true }),
  readNotificationSettings: plain(),
  changeNotificationSettings: plain({ hasDigest: false }),
  resolveIdentity: plain({
    issuer: 'x',
    subject: 'x',
    username: null,
    email: null,
    isEmailVerified: false,
    firstName: null,
    lastName: null,
  }),
  readIdentity: byParams(({ userId }) => ({ personId: userId })),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'team'>> = {
  'organization:read': 'facilitator admin manager team_member',
  'organization:read-join-code': 'facilitator admin',
  'organization:manage-join-code': 'facilitator admin',
  'organization:change-settings': 'admin',
  'department:read': 'facilitator admin manager team_member',
  'department:create': 'admin',
  'department:delete': 'admin',
  'member:read': 'facilitator admin manager',
  'member:read-names': 'facilitator admin manager team_member',
  'member:change-role': 'facilitator admin',
  'member:assign-departments': 'facilitator admin',
  'member:remove': 'facilitator admin',
  'invitation:create': 'facilitator admin manager team_member',
  'invitation:read': 'facilitator admin',
  'invitation:manage': 'facilitator admin',
  'notification:read': 'facilitator admin manager team_member',
  'notification:mark-read': 'facilitator admin manager team_member',
  'notification:configure': 'facilitator admin manager team_member',
}
