import { Button } from '@portal/ui/button'
import { Kbd } from '@portal/ui/kbd'
import { Sheet } from '@portal/ui/sheet'
import { Menu, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePaletteTitle } from '../palette/palette-title.ts'
import type { LayoutProps } from './chrome-props.ts'
import { NotificationBell } from './notification-bell.tsx'
import { UserMenu } from './user-menu.tsx'

/** `menu` is what the menu button opens on small screens; `children` come first on the others. */
export interface LayoutHeaderProps extends LayoutProps {
  readonly menu: ((close: () => void) => ReactNode) | null
}

/** The header of both layouts: what each shows first, then palette, notifications and user menu. */
export function LayoutHeader({ menu, children, ...props }: LayoutHeaderProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <header className="sticky top-0 print:hidden z-(--z-topbar) flex h-topbar shrink-0 items-center gap-2 border-default border-b bg-panel px-gutter md:gap-4">
        {menu && (
          <Button
            variant="ghost"
            square
            aria-label="Open menu"
            className="md:hidden"
            onClick={() => setMenuOpen(true)}
          >
            <Menu aria-hidden="true" className="size-4" />
          </Button>
        )}
        {children}
        {props.notice}
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={props.onOpenPalette}
          className="flex size-8 shrink-0 items-center justify-center gap-2 rounded-control border border-default bg-sunken text-13 text-tertiary hover:border-strong lg:w-55 lg:justify-start lg:px-2.5"
        >
          <Search aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only flex-1 text-left lg:not-sr-only">{usePaletteTitle()}</span>
          <span aria-hidden="true" className="hidden lg:inline">
            <Kbd>Ctrl K</Kbd>
          </span>
        </button>
        <NotificationBell />
        <UserMenu {...props} />
      </header>
      <Sheet
        open={isMenuOpen}
        onOpenChange={setMenuOpen}
        side="left"
        // The sidebar begins with the organization's name itself.
        title={(props.layout === 'topbar' && props.session.organization?.name) || 'Menu'}
      >
        {menu?.(() => setMenuOpen(false))}
      </Sheet>
    </>
  )
}
