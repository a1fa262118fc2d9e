import type { Invitation } from '@portal/contracts/invitations'
import { roleLabels } from '@portal/contracts/permissions'

/** What an invitation is found by: address, role, state. */
export function invitationWords({ email, role, acceptedAt, isExpired }: Invitation): string {
  const state = acceptedAt === null ? `Pending ${isExpired ? 'Expired' : ''}` : 'Accepted'
  return `${email} ${roleLabels[role]} ${state}`
}
