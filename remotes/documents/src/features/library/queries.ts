import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'

export function useDepartments() {
  return useRouteQuery(teamApi.listDepartments, {})
}

/** The department of this number, when the list has come. */
export function useDepartment(number: number | null) {
  return useDepartments().data?.find(({ id }) => id === number)
}
