import type { Route } from '@portal/contracts/route'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { currentUserPath } from './current-user.ts'
import { useEnterOrganization } from './use-enter-organization.ts'

export interface BecomingMember {
  /** The error when the server gives no reason. */
  readonly fallback: string
  readonly onRefused: (error: Error) => void
}

/**
 * Calls a route that makes the person a member: toast, refetched user, then `/` (product §4, §8;
 * decision 61).
 */
export function useBecomingMember<R extends Route>(route: R, { fallback, onRefused }: BecomingMember) {
  const enterOrganization = useEnterOrganization()
  const { mutate, isPending, isSuccess } = useReportedMutation(route, {
    refreshes: [currentUserPath],
    success: "You've successfully joined the organization.",
    failure: fallback,
    onDone: enterOrganization,
    onFailure: onRefused,
  })
  /** `isBusy`: true until home is shown. */
  return { mutate, isBusy: isPending || isSuccess }
}
