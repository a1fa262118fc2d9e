import { type CreatedUser, masterApi } from '@portal/contracts/master-admin'
import type { OneTimeLogin } from '@portal/contracts/operators'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { masterLists } from '../page/queries.ts'

/** Creates a person with the specified toasts (product §8). */
export function useCreateUser(onDone: (user: CreatedUser) => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(masterApi.createUser, {
    refreshes: masterLists,
    onDone: (user) => {
      toast({
        title: 'Success',
        description: 'User created and assigned to organization successfully',
        variant: 'success',
      })
      onDone(user)
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to create user' }),
  })
}

/** Disables an account with the specified toasts (product §8, decision 61). */
export function useDeleteUser(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(masterApi.deleteUser, {
    refreshes: masterLists,
    onDone: () => {
      toast({ title: 'Success', description: 'User deleted successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to delete user' }),
  })
}

/** Requests a new sign-in for a person who has never signed in. */
export function useRenewOneTimeLogin(onDone: (access: OneTimeLogin) => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(masterApi.renewOneTimeLogin, {
    onDone,
    onFailure: (error) =>
      reportFailure(error, { title: 'Error', fallback: 'Failed to create a way to sign in' }),
  })
}
