import { gatewayApi } from '@portal/contracts/gateway'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'

const refreshes = [gatewayApi.listAccess.path]

/** The person's signed-in browsers and tokens, the latest first. */
export function useSessions() {
  return useRouteQuery(gatewayApi.listAccess, {})
}

/** Ends one browser's session, or revokes one token. */
export function useEndSession(doneText: string) {
  const report = useReportFailure()
  return useRouteMutation(gatewayApi.endAccess, {
    refreshes,
    onDone: () => toast({ title: 'Success', description: doneText, variant: 'success' }),
    onFailure: (error) => report(error, { title: 'Error', fallback: 'Failed to end this access' }),
  })
}

/** Ends every session but this one, and revokes every token. */
export function useEndOthers(onDone: () => void) {
  const report = useReportFailure()
  return useRouteMutation(gatewayApi.endOtherAccess, {
    refreshes,
    onDone: () => {
      toast({ title: 'Success', description: 'You are signed out everywhere else', variant: 'success' })
      onDone()
    },
    onFailure: (error) => report(error, { title: 'Error', fallback: 'Failed to sign out everywhere else' }),
  })
}
