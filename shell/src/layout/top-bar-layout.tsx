import { Link } from '@portal/remote-kit/link'
import { productName } from '@portal/ui/brand'
import { navigationItems } from '../navigation/navigation-items.ts'
import type { LayoutProps } from './chrome-props.ts'
import { LayoutHeader } from './layout-header.tsx'
import { MainArea } from './main-area.tsx'
import { NavigationList } from './navigation-list.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { RoleBadge } from './person.tsx'

/** The other layout: a bar of links; on small screens a slide-in menu and a row of links. */
export function TopBarLayout({ children, ...props }: LayoutProps) {
  const { session } = props
  const items = navigationItems(props, 'topBar')
  const name = session.organization?.name ?? productName
  const menu = (close: () => void) => (
    <div className="flex flex-col gap-4 p-3">
      <NavigationList items={items} label="Menu" direction="column" onChoose={close} />
      <span className="px-2.5">
        <RoleBadge session={session} />
      </span>
    </div>
  )
  return (
    <>
      <LayoutHeader {...props} menu={items.length > 0 ? menu : null}>
        <Link to="/" className="flex min-w-0 items-center gap-2 font-semibold" aria-label={`${name}, home`}>
          <OrganizationMark session={session} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </Link>
        {items.length > 0 && (
          <span aria-hidden="true" className="hidden h-5 border-default border-l md:block" />
        )}
        <NavigationList items={items} label="Main" direction="row" className="hidden md:block" />
        <span className="flex-1" />
      </LayoutHeader>
      {items.length > 0 && (
        <NavigationList
          items={items}
          label="Pages"
          direction="row"
          className="[scrollbar-width:none] sticky top-(--topbar-height) z-(--z-sticky) overflow-x-auto border-default border-b bg-panel px-2 py-1 md:hidden"
        />
      )}
      <MainArea>{children}</MainArea>
    </>
  )
}
