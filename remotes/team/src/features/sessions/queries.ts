import { gatewayApi } from '@portal/contracts/gateway'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'

const refreshes = [gatewayApi.listOwnSessions.path]

/** The person's signed-in browsers and tokens, the latest first. */
export function useSessions() {
  return useRouteQuery(gatewayApi.listOwnSessions, {})
}

/** Ends one browser's session, or revokes one token. */
export function useEndSession(success: string) {
  return useReportedMutation(gatewayApi.endOwnSession, {
    refreshes,
    success,
    failure: 'Failed to end this access',
  })
}

/** Ends every session but this one, and revokes every token. */
export function useEndOthers(onDone: () => void) {
  return useReportedMutation(gatewayApi.endOtherSessions, {
    refreshes,
    success: 'You are signed out everywhere else',
    failure: 'Failed to sign out everywhere else',
    onDone,
  })
}
