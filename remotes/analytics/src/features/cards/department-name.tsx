import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { ColorName } from '@portal/ui/color-name'

interface DepartmentNameProps {
  readonly id: number | null
  readonly name: string | null
}

/** A department behind the dot that it has in the navigation; 'No department' without one. */
export function DepartmentName({ id, name }: DepartmentNameProps) {
  const departments = useRouteQuery(teamApi.listDepartments, { query: {} })
  if (name === null) return 'No department'
  return <ColorName name={name} color={departments.data?.find((one) => one.id === id)?.color} />
}
