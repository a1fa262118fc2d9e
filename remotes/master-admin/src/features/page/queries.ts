import { masterApi } from '@portal/contracts/master-admin'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** What creating and deleting make stale: every list of the operator. */
export const masterLists = [
  masterApi.listOrganizations.path,
  masterApi.listUsers.path,
  masterApi.listDeletions.path,
] as const

export function useOrganizations() {
  return useRouteQuery(masterApi.listOrganizations, {})
}

export function useUsers() {
  return useRouteQuery(masterApi.listUsers, {})
}
