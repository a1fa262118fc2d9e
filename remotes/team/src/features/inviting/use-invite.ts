import { RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

/** What an invitation can be handed over by: the link while no mailer is set, null when it went out by mail. */
export interface Invited {
  readonly email: string
  readonly link: string | null
}

/** Invites with the specified toasts (specification §8): a failure says the message and what to do about it. */
export function useInvite(onDone: (invited: Invited) => void) {
  const unauthorized = useUnauthorized()
  return useRouteMutation(invitationsApi.createInvitation, {
    refreshes: [invitationsApi.listInvitations.path],
    onDone: ({ invitation, link }) => {
      toast({ title: 'Success', description: 'User invitation sent successfully', variant: 'success' })
      onDone({ email: invitation.email, link: link ?? null })
    },
    onFailure: (error) => {
      if (isUnauthorized(error)) unauthorized()
      else toast({ title: 'Invitation Failed', description: invitationFailureText(error), variant: 'error' })
    },
  })
}

function invitationFailureText(error: unknown): string {
  const action = error instanceof RequestError ? error.suggestedAction : null
  const message = failureText(error, 'Failed to send invitation')
  return action === null ? message : `${message} ${action}`
}
