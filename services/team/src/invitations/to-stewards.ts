import { rolesWith } from '@portal/contracts/permissions'

/** An event of an invitation, heard in the browser by those who may read invitations (decision 55). */
export function toStewards<Data>(organizationId: number, subject: string, data: Data) {
  return { subject, data, audience: { organizationId, roles: rolesWith('invitation:read') } }
}
