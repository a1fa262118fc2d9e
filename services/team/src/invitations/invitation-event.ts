import { rolesWith } from '@portal/contracts/permissions'

/** An event about an invitation, for those who may read invitations (decision 55). */
export function invitationEvent<Data>(organizationId: number, subject: string, data: Data) {
  return { subject, data, audience: { organizationId, roles: rolesWith('invitation:read') } }
}
