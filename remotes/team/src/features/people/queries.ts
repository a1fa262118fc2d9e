import { departmentsApi } from '@portal/contracts/departments'
import { membersApi } from '@portal/contracts/members'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** Everyone in the organization, who joined last first. */
export function useMembers(options: { readonly isEnabled?: boolean } = {}) {
  return useRouteQuery(membersApi.listMembers, { query: {} }, options)
}

export function useDepartments() {
  return useRouteQuery(departmentsApi.listDepartments, {})
}
