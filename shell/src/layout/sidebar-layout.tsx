import { Button } from '@portal/ui/button'
import { NotificationList } from '@portal/ui/notification-list'
import { Sheet } from '@portal/ui/sheet'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import type { LayoutProps } from './chrome-props.ts'
import { MainArea } from './main-area.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Sidebar } from './sidebar.tsx'
import { UserMenu } from './user-menu.tsx'

/** The second layout: a sidebar (a drawer on small screens) and a header. */
export function SidebarLayout(props: LayoutProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className="md:flex md:min-h-dvh">
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-sidebar shrink-0 overflow-y-auto border-default border-r bg-panel md:block"
      >
        <Sidebar {...props} />
      </aside>
      <Sheet
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        side="left"
        title={props.session.organization?.name ?? 'Menu'}
      >
        <Sidebar {...props} onChoose={() => setMenuOpen(false)} />
      </Sheet>
      <div className="flex min-h-dvh min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-(--z-topbar) flex h-topbar shrink-0 items-center gap-2 border-default border-b bg-panel px-gutter md:gap-3">
          <Button
            variant="ghost"
            square
            aria-label="Open menu"
            className="md:hidden"
            onClick={() => setMenuOpen(true)}
          >
            <Menu aria-hidden="true" className="size-4" />
          </Button>
          <SidebarHeader {...props} />
          <PaletteButton onOpen={props.onOpenPalette} />
          <NotificationList />
          <UserMenu {...props} />
        </header>
        <MainArea className="flex min-h-0 flex-1 flex-col">{props.children}</MainArea>
      </div>
    </div>
  )
}

/** The screen's title where the screen chose the layout; otherwise the specified words. */
function SidebarHeader({ isFixed, title }: LayoutProps) {
  if (isFixed) return <h1 className="min-w-0 flex-1 truncate font-semibold text-16">{title}</h1>
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-semibold text-14">Compliance Dashboard</p>
      <p className="hidden truncate text-12 text-tertiary md:block">
        Monitor and manage your organization's compliance
      </p>
    </div>
  )
}
