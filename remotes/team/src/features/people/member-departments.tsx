import type { Member } from '@portal/contracts/members'
import { ColorName } from '@portal/ui/color-name'
import { useDepartments } from './queries.ts'

/** More names would make a row taller than it is useful. */
const shownMax = 3

/** A member's departments; nothing while the list loads. */
export function MemberDepartments({ member }: { readonly member: Member }) {
  const { data } = useDepartments()
  const own = data?.filter(({ id }) => member.departments.includes(id)) ?? []
  const rest = own.slice(shownMax)
  if (!data) return null
  if (own.length === 0) return <span className="text-12 text-tertiary">No department</span>
  return (
    <ul aria-label="Departments" className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-12 text-secondary">
      {own.slice(0, shownMax).map(({ id, name, color }) => (
        <li key={id} className="flex min-w-0">
          <ColorName name={name} color={color} />
        </li>
      ))}
      {rest.length > 0 && <li title={rest.map(({ name }) => name).join(', ')}>and {rest.length} more</li>}
    </ul>
  )
}
