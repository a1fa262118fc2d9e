import { membersApi } from '@portal/contracts/members'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'

const refreshes = [membersApi.listMembers.path]

export function useChangeRole() {
  return useReportedMutation(membersApi.changeRole, {
    refreshes,
    success: 'User role updated successfully',
    failure: 'Failed to update user role',
  })
}

export function useRemoveMember(onDone: () => void) {
  return useReportedMutation(membersApi.removeMember, {
    refreshes,
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    onDone,
  })
}
