import { joinCodeApi } from '@portal/contracts/join-code'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { currentUserPath } from '../account/current-user.ts'

/** Gives the organization a new join code; the one before, if any, works no longer. */
export function useRotateJoinCode(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(joinCodeApi.rotateJoinCode, {
    refreshes: [currentUserPath],
    onDone: () => {
      toast({ title: 'Success', description: 'New join code created', variant: 'success' })
      onDone()
    },
    onFailure: (error) =>
      reportFailure(error, { title: 'Error', fallback: 'Failed to create a new join code' }),
  })
}

/** Ends joining by code until there is a new one. */
export function useSwitchOffJoinCode(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(joinCodeApi.switchOffJoinCode, {
    refreshes: [currentUserPath],
    onDone: () => {
      toast({ title: 'Success', description: 'Joining by code is switched off', variant: 'success' })
      onDone()
    },
    onFailure: (error) =>
      reportFailure(error, { title: 'Error', fallback: 'Failed to switch off joining by code' }),
  })
}
