import type { Invitation } from '@portal/contracts/invitations'
import { roleLabels } from '@portal/contracts/permissions'
import { containsWords } from '../people/contains-words.ts'

/** The invitations whose address, role or state contains every word of the text, in their order. */
export function filterInvitations(invitations: readonly Invitation[], text: string): readonly Invitation[] {
  return invitations.filter(({ email, role, acceptedAt, isExpired }) => {
    const state = acceptedAt === null ? `Pending ${isExpired ? 'Expired' : ''}` : 'Accepted'
    return containsWords(`${email} ${roleLabels[role]} ${state}`, text)
  })
}
