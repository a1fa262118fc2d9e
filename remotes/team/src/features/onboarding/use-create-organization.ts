import { teamApi } from '@portal/contracts/team'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { toast } from '@portal/remote-kit/toast'
import { currentUserPath } from '../account/current-user.ts'
import { isAlreadyMember } from '../account/is-already-member.ts'
import { useEnterOrganization } from '../account/use-enter-organization.ts'

/** Creates the organization: toast, refetched user, then the new home (product §4, §8). */
export function useCreateOrganization() {
  const enterOrganization = useEnterOrganization()
  const { mutate, isPending, isSuccess } = useReportedMutation(teamApi.createOrganization, {
    refreshes: [currentUserPath],
    failure: 'Failed to create organization',
    onDone: () => {
      toast({
        title: 'Success!',
        description: 'Your organization has been created successfully.',
        variant: 'success',
      })
      enterOrganization()
    },
    onFailure: (error) => {
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
