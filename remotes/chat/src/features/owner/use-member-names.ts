import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** Looks up members by id; one who is not known yet, or left, is described. */
export function useMemberNames(): (id: string) => string {
  const members = useRouteQuery(teamApi.listMemberNames, { query: {} })
  const names = new Map(members.data?.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? (members.isPending ? '…' : 'a former member')
}
