import { invitationsApi } from '@portal/contracts/invitations'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useInvitationFailure } from '../inviting/use-invitation-failure.ts'

/** The invitations that are not revoked, newest first. */
export function useInvitations() {
  return useRouteQuery(invitationsApi.listInvitations, {})
}

/** Sends a fresh link; `onLink` gets it while no mailer is set. */
export function useResendInvitation(onLink: (link: string) => void) {
  return useRouteMutation(invitationsApi.resendInvitation, {
    refreshes: [invitationsApi.listInvitations.path],
    onDone: ({ link }) => {
      toast({ title: 'Success', description: 'User invitation sent successfully', variant: 'success' })
      if (link !== undefined) onLink(link)
    },
    onFailure: useInvitationFailure(),
  })
}

/** Revokes an invitation: its link stops working and it leaves the list. */
export function useRevokeInvitation(onDone: () => void) {
  return useReportedMutation(invitationsApi.revokeInvitation, {
    refreshes: [invitationsApi.listInvitations.path],
    success: 'Invitation revoked',
    failure: 'Failed to revoke invitation',
    onDone,
  })
}
