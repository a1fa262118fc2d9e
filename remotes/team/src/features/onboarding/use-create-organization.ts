import { teamApi } from '@portal/contracts/team'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { currentUserPath } from '../account/current-user.ts'
import { isAlreadyMember } from '../account/is-already-member.ts'
import { useEnterOrganization } from '../account/use-enter-organization.ts'

/** Creates the organization: toast, refetched user, then the new home (product §4, §8). */
export function useCreateOrganization() {
  const enterOrganization = useEnterOrganization()
  const reportFailure = useReportFailure()
  const { mutate, isPending, isSuccess } = useRouteMutation(teamApi.createOrganization, {
    refreshes: [currentUserPath],
    onDone: () => {
      toast({
        title: 'Success!',
        description: 'Your organization has been created successfully.',
        variant: 'success',
      })
      enterOrganization()
    },
    onFailure: (error) => {
      reportFailure(error, { title: 'Error', fallback: 'Failed to create organization' })
      // Another tab was faster (decision 59): home is that organization's.
      if (isAlreadyMember(error)) enterOrganization()
    },
  })
  return {
    create: (name: string) => mutate({ body: { name } }),
    /** True until the new home is shown, so that nothing can be pressed in between. */
    isBusy: isPending || isSuccess,
  }
}
