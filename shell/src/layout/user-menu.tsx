import { useNavigate } from '@portal/remote-kit/navigation'
import { Avatar } from '@portal/ui/avatar'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '@portal/ui/dropdown-menu'
import { chooseTheme, storedTheme, type Theme } from '@portal/ui/theme'
import {
  ChevronDown,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelLeft,
  PanelTop,
  Settings,
  Sun,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { navigationItems } from '../navigation/navigation-items.ts'
import type { LayoutProps } from './chrome-props.ts'
import { NavigationIcon } from './navigation-icon.tsx'
import { personName, RoleBadge } from './person.tsx'

const looks: Record<Theme, { label: string; Icon: LucideIcon; next: Theme }> = {
  light: { label: 'Theme: light', Icon: Sun, next: 'dark' },
  dark: { label: 'Theme: dark', Icon: Moon, next: 'system' },
  system: { label: 'Theme: as the device', Icon: Monitor, next: 'light' },
}

/** Avatar menu: person, Settings (which only closes it), layout, theme, account, Log out. */
export function UserMenu(props: LayoutProps) {
  const { session, layout } = props
  const { person, settings } = session
  const navigate = useNavigate()
  const links = navigationItems(props, 'userMenu')
  const name = personName(person)
  const trigger = (
    <button
      type="button"
      className="flex items-center gap-1 rounded-pill p-0.5 text-tertiary hover:text-primary"
    >
      <Avatar person={person ?? {}} />
      <ChevronDown aria-hidden="true" className="hidden size-3.5 md:block" />
      <span className="sr-only">{name}, account menu</span>
    </button>
  )
  return (
    <DropdownMenu trigger={trigger}>
      <DropdownMenuLabel>
        <span className="flex flex-col items-start gap-0.5">
          <span dir="auto" className="max-w-full truncate font-semibold">
            {name}
          </span>
          {person?.email && (
            <span className="max-w-full truncate text-12 text-secondary">{person.email}</span>
          )}
          <span className="mt-1">
            <RoleBadge session={session} />
          </span>
        </span>
      </DropdownMenuLabel>
      <DropdownMenuSeparator />
      <DropdownMenuItem>
        <Settings aria-hidden="true" />
        Settings
      </DropdownMenuItem>
      {links.map(({ to, label, icon }) => (
        <DropdownMenuItem key={to} onSelect={() => navigate(to)}>
          <NavigationIcon name={icon} />
          {label}
        </DropdownMenuItem>
      ))}
      {settings.accountUrl && (
        <DropdownMenuItem asChild>
          <a href={settings.accountUrl} target="_blank" rel="noreferrer">
            <UserRound aria-hidden="true" />
            Account
          </a>
        </DropdownMenuItem>
      )}
      {!props.isFixed && (
        <DropdownMenuItem onSelect={props.onToggleLayout}>
          {layout === 'sidebar' ? <PanelTop aria-hidden="true" /> : <PanelLeft aria-hidden="true" />}
          {layout === 'sidebar' ? 'Top bar layout' : 'Sidebar layout'}
        </DropdownMenuItem>
      )}
      <ThemeItem />
      <DropdownMenuItem onSelect={props.onOpenHelp}>
        <Keyboard aria-hidden="true" />
        Keyboard shortcuts
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={props.onLogout}>
        <LogOut aria-hidden="true" />
        Log out
      </DropdownMenuItem>
    </DropdownMenu>
  )
}

/** Goes through light, dark and the device's look; the menu stays open to see it. */
function ThemeItem() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const { label, Icon, next } = looks[theme]
  return (
    <DropdownMenuItem
      onSelect={(event) => {
        event.preventDefault()
        chooseTheme(next)
        setTheme(next)
      }}
    >
      <Icon aria-hidden="true" />
      {label}
    </DropdownMenuItem>
  )
}
