import { type CreatedUser, masterApi } from '@portal/contracts/master-admin'
import type { OneTimeLogin } from '@portal/contracts/operators'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { masterLists } from '../page/queries.ts'

export function useCreateUser(onDone: (user: CreatedUser) => void) {
  return useReportedMutation(masterApi.createUser, {
    refreshes: masterLists,
    success: 'User created and assigned to organization successfully',
    failure: 'Failed to create user',
    onDone,
  })
}

/** Disables an account (decision 61). */
export function useDeleteUser(onDone: () => void) {
  return useReportedMutation(masterApi.deleteUser, {
    refreshes: masterLists,
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    onDone,
  })
}

/** Requests a new sign-in for a person who has never signed in. */
export function useRenewOneTimeLogin(onDone: (access: OneTimeLogin) => void) {
  return useReportedMutation(masterApi.renewOneTimeLogin, {
    failure: 'Failed to create a way to sign in',
    onDone,
  })
}
