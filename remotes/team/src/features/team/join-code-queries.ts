import { joinCodeApi } from '@portal/contracts/join-code'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { currentUserPath } from '../account/current-user.ts'

const refreshes = [currentUserPath]

/** Gives the organization a new join code; the previous one stops working. */
export function useRotateJoinCode(onDone: () => void) {
  return useReportedMutation(joinCodeApi.rotateJoinCode, {
    refreshes,
    success: 'New join code created',
    failure: 'Failed to create a new join code',
    onDone,
  })
}

/** Ends joining by code until there is a new one. */
export function useSwitchOffJoinCode(onDone: () => void) {
  return useReportedMutation(joinCodeApi.switchOffJoinCode, {
    refreshes,
    success: 'Joining by code is switched off',
    failure: 'Failed to switch off joining by code',
    onDone,
  })
}
