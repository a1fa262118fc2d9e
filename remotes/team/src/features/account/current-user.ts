import type { CurrentUser } from '@portal/contracts/team'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import type { UseQueryResult } from '@tanstack/react-query'

/** Its cached read is refetched once the person belongs to an organization (product §7). */
export const currentUserPath = teamApi.currentUser.path

/** The current user; not requested without a session. */
export function useCurrentUser(): UseQueryResult<CurrentUser> {
  const { person } = useSession()
  return useRouteQuery(teamApi.currentUser, {}, { isEnabled: person !== null })
}
