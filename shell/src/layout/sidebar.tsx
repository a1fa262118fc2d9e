import type { Department } from '@portal/contracts/departments'
import { Link } from '@portal/remote-kit/link'
import { usePathname, useSearchParams } from '@portal/remote-kit/navigation'
import { useCan } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { productName } from '@portal/ui/brand'
import { ColorName } from '@portal/ui/color-name'
import { counted } from '@portal/ui/counted'
import { IconButton } from '@portal/ui/icon-button'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { type NavigationView, navigationItems } from '../navigation/navigation-items.ts'
import { NavigationList, type NavigationListProps } from './navigation-list.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { personName, RoleBadge } from './person.tsx'

/** Props of the sidebar; `onChoose` closes the drawer around it on small screens. */
export interface SidebarProps extends NavigationView {
  readonly onLogout: () => void
  readonly onChoose?: () => void
}

/** Organization, links, departments, and the person with role and logout. */
export function Sidebar(props: SidebarProps) {
  const { session, onLogout, onChoose } = props
  const mayRead = useCan('department:read')
  const { data: departments } = useQuery<readonly Department[]>({
    queryKey: ['/api/departments'],
    enabled: mayRead,
  })
  const items = navigationItems(props, 'sidebar')
  return (
    <div className="flex min-h-full flex-col gap-4 p-3">
      <Link to="/" className="flex items-center gap-2.5 px-2.5 py-1" onClick={onChoose}>
        <OrganizationMark session={session} />
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-semibold">
            {session.organization?.name ?? productName}
          </span>
          {mayRead && (
            <span className="block min-h-4 text-12 text-tertiary">
              {departments && counted(departments.length, 'department')}
            </span>
          )}
          <span className="sr-only">home</span>
        </span>
      </Link>
      <NavigationList items={items} label="Main" direction="column" onChoose={onChoose} />
      {departments && <DepartmentLinks departments={departments} onChoose={onChoose} />}
      <div className="mt-auto flex items-center gap-2.5 border-default border-t px-1 pt-3">
        <Avatar person={session.person ?? {}} />
        <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <span dir="auto" className="max-w-full truncate text-13">
            {personName(session.person)}
          </span>
          <RoleBadge session={session} />
        </span>
        <IconButton
          label="Log out"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          onClick={onLogout}
        />
      </div>
    </div>
  )
}

interface DepartmentLinksProps extends Pick<NavigationListProps, 'onChoose'> {
  readonly departments: readonly Department[]
}

/** The organization's departments, each a link to its documents. */
function DepartmentLinks({ departments, onChoose }: DepartmentLinksProps) {
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
              onClick={onChoose}
            >
              <ColorName name={name} color={color} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
