import { membersApi } from '@portal/contracts/members'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'

/** Changes a role with the specified toasts (product §8). */
export function useChangeRole() {
  const reportFailure = useReportFailure()
  return useRouteMutation(membersApi.changeRole, {
    refreshes: [membersApi.listMembers.path],
    onDone: () =>
      toast({ title: 'Success', description: 'User role updated successfully', variant: 'success' }),
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to update user role' }),
  })
}

/** Removes a member with the specified toasts (product §8). */
export function useRemoveMember(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(membersApi.removeMember, {
    refreshes: [membersApi.listMembers.path],
    onDone: () => {
      toast({ title: 'Success', description: 'User deleted successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to delete user' }),
  })
}
