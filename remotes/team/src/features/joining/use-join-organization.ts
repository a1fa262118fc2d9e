import { teamApi } from '@portal/contracts/team'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { useQueryClient } from '@tanstack/react-query'
import { currentUserPath } from '../account/current-user.ts'
import { isAlreadyMember } from '../account/is-already-member.ts'
import { useEnterOrganization } from '../account/use-enter-organization.ts'

/** Joins by code, says so, reads the current user again and goes to `/` (specification §4, §8; decision 61). */
export function useJoinOrganization(code: string) {
  const queries = useQueryClient()
  const enterOrganization = useEnterOrganization()
  const reportFailure = useReportFailure()
  const { mutate, isPending, isSuccess } = useRouteMutation(teamApi.joinOrganization, {
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
      reportFailure(error, { title: 'Error', fallback: 'Failed to join organization' })
      // Another tab was faster (decision 59): the page says so once it knows.
      if (isAlreadyMember(error)) void queries.invalidateQueries({ queryKey: [currentUserPath] })
    },
  })
  return {
    join: () => mutate({ params: { code } }),
    /** True until home is shown. */
    isBusy: isPending || isSuccess,
  }
}
