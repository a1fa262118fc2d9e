import { invitationsApi } from '@portal/contracts/invitations'
import { useBecomingMember } from '../account/use-becoming-member.ts'

/** Accepts an invitation as joining does. A refusal reads the invitation again: it says why. */
export function useAcceptInvitation(token: string, onRefused: () => void) {
  const { mutate, isBusy } = useBecomingMember(invitationsApi.acceptInvitation, {
    fallback: 'Failed to accept invitation',
    onRefused,
  })
  return { accept: () => mutate({ params: { token } }), isBusy }
}
