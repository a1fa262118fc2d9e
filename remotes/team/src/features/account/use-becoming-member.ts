import type { Route } from '@portal/contracts/route'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { currentUserPath } from './current-user.ts'
import { useEnterOrganization } from './use-enter-organization.ts'

export interface BecomingMember {
  /** What is said when the server gives no reason. */
  readonly fallback: string
  readonly onRefused: (error: Error) => void
}

/**
 * Calls a route that makes the person a member: toast, refetched user, then `/` (product §4, §8;
 * decision 61).
 */
export function useBecomingMember<R extends Route>(route: R, { fallback, onRefused }: BecomingMember) {
  const enterOrganization = useEnterOrganization()
  const reportFailure = useReportFailure()
  const { mutate, isPending, isSuccess } = useRouteMutation(route, {
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
      reportFailure(error, { title: 'Error', fallback })
      onRefused(error)
    },
  })
  /** `isBusy`: true until home is shown. */
  return { mutate, isBusy: isPending || isSuccess }
}
