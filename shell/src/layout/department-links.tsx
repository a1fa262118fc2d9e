import type { Department } from '@portal/contracts/departments'
import { Link } from '@portal/remote-kit/link'
import { usePathname, useSearchParams } from '@portal/remote-kit/navigation'
import { ColorName } from '@portal/ui/color-name'

/** The organization's departments, each a link to its documents. */
export function DepartmentLinks({
  departments,
  onChoose,
}: {
  readonly departments: readonly Department[]
  readonly onChoose?: () => void
}) {
  const pathname = usePathname()
  const [search] = useSearchParams()
  const chosen = pathname === '/documents' ? search.get('department') : null
  return (
    <nav aria-labelledby="departments-heading">
      <h2 id="departments-heading" className="px-2.5 pb-1 font-medium text-12 text-tertiary">
        Departments
      </h2>
      <ul className="flex flex-col gap-0.5">
        {departments.map(({ id, name, color }) => (
          <li key={id}>
            <Link
              to={`/documents?department=${id}`}
              className="flex h-8 items-center gap-2 rounded-control px-2.5 text-13 text-secondary hover:bg-hover hover:text-primary aria-[current=page]:bg-active aria-[current=page]:text-primary"
              isCurrent={chosen === String(id)}
              {...(onChoose ? { onClick: onChoose } : {})}
            >
              <ColorName name={name} color={color} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
