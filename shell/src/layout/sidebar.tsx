import type { Department } from '@portal/contracts/departments'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { Avatar } from '@portal/ui/avatar'
import { BrandMark, productName } from '@portal/ui/brand'
import { IconButton } from '@portal/ui/icon-button'
import { VisuallyHidden } from '@portal/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { navigationItems } from '../navigation/navigation-items.ts'
import type { ChromeProps } from './chrome-props.ts'
import { DepartmentLinks } from './department-links.tsx'
import { NavigationList } from './navigation-list.tsx'
import { personName } from './person-name.ts'
import { RoleBadge } from './role-badge.tsx'

/** Props of the sidebar; `onChoose` closes the drawer around it on small screens. */
export interface SidebarProps extends Pick<ChromeProps, 'session' | 'remotes' | 'path' | 'onLogout'> {
  readonly onChoose?: () => void
}

/** Organization, links, departments, and the person with role and logout. */
export function Sidebar({ session, remotes, path, onLogout, onChoose }: SidebarProps) {
  const departments = useQuery<readonly Department[]>({
    queryKey: ['/api/departments'],
    enabled: useCan('department:read'),
  })
  const items = navigationItems({ session, remotes, path, layout: 'sidebar' })
  const name = session.organization?.name ?? productName
  const choose = onChoose ? { onChoose } : {}
  return (
    <div className="flex min-h-full flex-col gap-4 p-3">
      <Link to="/" className="flex items-center gap-2.5 px-2.5 py-1">
        <BrandMark />
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>
          {departments.data && (
            <span className="block text-12 text-tertiary">{countText(departments.data.length)}</span>
          )}
          <VisuallyHidden>home</VisuallyHidden>
        </span>
      </Link>
      <NavigationList items={items} label="Main" direction="column" {...choose} />
      {departments.data && <DepartmentLinks departments={departments.data} {...choose} />}
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

function countText(count: number): string {
  return count === 1 ? '1 department' : `${count} departments`
}
