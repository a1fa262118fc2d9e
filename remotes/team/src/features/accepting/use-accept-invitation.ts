import { invitationsApi } from '@portal/contracts/invitations'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { currentUserPath } from '../account/current-user.ts'
import { useEnterOrganization } from '../account/use-enter-organization.ts'

/** Accepts an invitation, says so as joining does (decision 61), and goes to `/`. A refusal reads the invitation again: it says why. */
export function useAcceptInvitation(token: string, onRefused: () => void) {
  const enterOrganization = useEnterOrganization()
  const reportFailure = useReportFailure()
  const { mutate, isPending, isSuccess } = useRouteMutation(invitationsApi.acceptInvitation, {
    refreshes: [currentUserPath],
    onDone: () => {
      toast({
        title: 'Success',
        description: "You've successfully joined the organization.",
        variant: 'success',
      })
      enterOrganization()
    },
    onFailure: (error) => {
      reportFailure(error, { title: 'Error', fallback: 'Failed to accept invitation' })
      onRefused()
    },
  })
  return {
    accept: () => mutate({ params: { token } }),
    /** True until home is shown. */
    isBusy: isPending || isSuccess,
  }
}
