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

/** The name of an organization; while it is not known, its number. */
export function useOrganizationName(): (id: number) => string {
  const { data: organizations = [] } = useOrganizations()
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? `Org #${id}`
}

export function useUsers() {
  return useRouteQuery(masterApi.listUsers, {})
}

/** When a list gets a search box, and how many rows it renders at a time. */
export const listSize = { searchFrom: 8, rowsAtFirst: 60, rowsMore: 60 } as const
