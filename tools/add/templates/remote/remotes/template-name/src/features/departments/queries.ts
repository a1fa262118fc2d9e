import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** The organization's departments by number. */
export function useDepartments() {
  return useRouteQuery(teamApi.listDepartments, {})
}
