import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import { Button } from '@portal/ui/button'
import { NotificationList } from '@portal/ui/notification-list'
import { Sheet } from '@portal/ui/sheet'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { navigationItems } from '../navigation/navigation-items.ts'
import type { LayoutProps } from './chrome-props.ts'
import { MainArea } from './main-area.tsx'
import { NavigationList } from './navigation-list.tsx'
import { PaletteButton } from './palette-button.tsx'
import { RoleBadge } from './role-badge.tsx'
import { UserMenu } from './user-menu.tsx'

/** The default layout: a bar of links; on small screens a slide-in menu and a row of links. */
export function TopBarLayout(props: LayoutProps) {
  const { session, remotes, path, children } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  const items = navigationItems({ session, remotes, path, layout: 'topbar' })
  return (
    <>
      <header className="sticky top-0 z-(--z-topbar) flex h-topbar items-center gap-2 border-default border-b bg-panel px-gutter md:gap-4">
        <Button
          variant="ghost"
          square
          aria-label="Open menu"
          className="md:hidden"
          onClick={() => setMenuOpen(true)}
        >
          <Menu aria-hidden="true" className="size-4" />
        </Button>
        <HomeLink session={session} />
        {items.length > 0 && (
          <span aria-hidden="true" className="hidden h-5 border-default border-l md:block" />
        )}
        <NavigationList items={items} label="Main" direction="row" className="hidden md:block" />
        <span className="flex-1" />
        <PaletteButton onOpen={props.onOpenPalette} />
        <NotificationList />
        <UserMenu {...props} />
      </header>
      {items.length > 0 && (
        <NavigationList
          items={items}
          label="Pages"
          direction="row"
          className="[scrollbar-width:none] sticky top-(--topbar-height) z-(--z-sticky) overflow-x-auto border-default border-b bg-panel px-2 py-1 md:hidden"
        />
      )}
      <Sheet
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        side="left"
        title={session.organization?.name ?? 'Menu'}
      >
        <div className="flex flex-col gap-4 p-3">
          <NavigationList items={items} label="Menu" direction="column" onChoose={() => setMenuOpen(false)} />
          <span className="px-2.5">
            <RoleBadge session={session} />
          </span>
        </div>
      </Sheet>
      <MainArea>{children}</MainArea>
    </>
  )
}

/** The way home: mark and name of the organization, or of the product where there is none. */
function HomeLink({ session }: { readonly session: Session }) {
  const name = session.organization?.name ?? productName
  return (
    <Link to="/" className="flex min-w-0 items-center gap-2 font-semibold" aria-label={`${name}, home`}>
      <BrandMark />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </Link>
  )
}
