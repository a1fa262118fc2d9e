import { RequestError } from '@portal/contracts/client'
import type { Route } from '@portal/contracts/route'
import { teamApi } from '@portal/contracts/team'
import { useNavigate } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { toast } from '@portal/remote-kit/toast'

/** Its cached read is refetched once the person belongs to an organization (product §7). */
export const currentUserPath = teamApi.currentUser.path

/** The current user; not requested without a session. */
export function useCurrentUser() {
  const { person } = useSession()
  return useRouteQuery(teamApi.currentUser, {}, { isEnabled: person !== null })
}

/** Whether the person already belongs to an organization (decision 59). */
export function isAlreadyMember(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'already_member'
}

const joined = { title: 'Success', description: "You've successfully joined the organization." }

export interface BecomingMember {
  /** The toast of success, where it is not that of joining. */
  readonly welcome?: typeof joined
  /** The error when the server gives no reason. */
  readonly failure: string
  /** `goHome` is for those who turn out to be members. */
  readonly onRefused: (error: Error, goHome: () => void) => unknown
}

/** Calls a route that makes a member: toast, fresh user, then `/` (product §4, §8; decision 61). */
export function useBecomingMember<R extends Route>(
  route: R,
  { welcome = joined, failure, onRefused }: BecomingMember,
) {
  const { refreshSession } = usePortal()
  const navigate = useNavigate()
  const leave = () => navigate('/', { replace: true })
  // The session first, so that `/` is the member's; a failed read is left to the next page.
  const goHome = () => void refreshSession().then(leave, leave)
  const { mutate, isPending, isSuccess } = useReportedMutation(route, {
    refreshes: [currentUserPath],
    failure,
    onDone: () => {
      toast({ ...welcome, variant: 'success' })
      goHome()
    },
    onFailure: (error) => onRefused(error, goHome),
  })
  /** `isBusy`: true until home is shown. */
  return { mutate, isBusy: isPending || isSuccess }
}
