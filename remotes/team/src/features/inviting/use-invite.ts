import { invitationsApi } from '@portal/contracts/invitations'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useInvitationFailure } from './use-invitation-failure.ts'

/** What an invitation can be handed over by: the link while no mailer is set, null when it went out by mail. */
export interface Invited {
  readonly email: string
  readonly link: string | null
}

/** Invites with the specified toasts (product §8). */
export function useInvite(onDone: (invited: Invited) => void) {
  return useRouteMutation(invitationsApi.createInvitation, {
    refreshes: [invitationsApi.listInvitations.path],
    onDone: ({ invitation, link }) => {
      toast({ title: 'Success', description: 'User invitation sent successfully', variant: 'success' })
      onDone({ email: invitation.email, link: link ?? null })
    },
    onFailure: useInvitationFailure(),
  })
}
