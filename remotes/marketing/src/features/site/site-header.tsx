import { Link } from '@portal/remote-kit/link'
import { usePathname } from '@portal/remote-kit/navigation'
import { Button, buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { ChevronDown, Menu, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogOutButton, SessionActs } from './session-acts.tsx'
import { useSiteLinks } from './site-content.ts'
import { BrandLink, ExternalLink, productLinks } from './site-links.tsx'
import { useDisclosure } from './use-disclosure.ts'

/** The landing page's header (product §2). */
export function LandingHeader() {
  const { aboutUrl, quizUrl } = useSiteLinks()
  return (
    <HeaderBar
      links={
        <>
          <ExternalLink href={aboutUrl} className={navItemClass}>
            About Us
          </ExternalLink>
          <ProductMenu />
          <ExternalLink href={quizUrl} className={navItemClass}>
            Quality Quiz
          </ExternalLink>
        </>
      }
      menu={(close) => (
        <>
          <ExternalLink href={aboutUrl} className={rowClass}>
            About Us
          </ExternalLink>
          <p className="pt-3.5 font-medium text-13 text-tertiary">Product</p>
          {productLinks.map(({ to, label }) => (
            <Link key={to} to={to} onClick={close} className={`${rowClass} pl-4 text-secondary`}>
              {label}
            </Link>
          ))}
          <ExternalLink href={quizUrl} className={rowClass}>
            Quality Quiz
          </ExternalLink>
        </>
      )}
    />
  )
}

const pageLinks = [...productLinks, { to: '/contact', label: 'Contact' }]

/** The header of every other public page: they link to one another and to Contact (product §2). */
export function PageHeader() {
  const path = usePathname()
  return (
    <HeaderBar
      links={pageLinks.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          isCurrent={to === path}
          className={classNames(
            navItemClass,
            'relative aria-[current]:text-primary aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:-bottom-3.5 aria-[current]:after:h-0.5 aria-[current]:after:bg-accent',
          )}
        >
          {label}
        </Link>
      ))}
      menu={(close) =>
        pageLinks.map(({ to, label }) => (
          <Link key={to} to={to} isCurrent={to === path} onClick={close} className={rowClass}>
            {label}
          </Link>
        ))
      }
    />
  )
}

interface HeaderBarProps {
  readonly links: ReactNode
  /** The links on small windows, which close the menu. */
  readonly menu: (close: () => void) => ReactNode
}

function HeaderBar({ links, menu }: HeaderBarProps) {
  return (
    <header className="glass sticky top-0 z-(--z-topbar) border-default border-b">
      <div className="mx-auto flex h-16 max-w-rail items-center gap-2.5 px-pad nav:gap-7">
        <BrandLink />
        <nav aria-label="Main" className="hidden flex-1 items-center gap-1 nav:flex">
          {links}
        </nav>
        <SessionActs />
        <MobileMenu>{menu}</MobileMenu>
      </div>
    </header>
  )
}

function ProductMenu() {
  const { isOpen, close, root, button, panelId } = useDisclosure()
  return (
    <div {...root} className="relative">
      <button
        type="button"
        {...button}
        className={classNames(navItemClass, isOpen && 'bg-hover text-primary')}
      >
        Product
        <ChevronDown className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ul
        id={panelId}
        hidden={!isOpen}
        className="-left-2 absolute top-[calc(100%+10px)] w-93 animate-rise rounded-card border border-default bg-panel p-2 shadow-popover"
      >
        {productLinks.map(({ to, label, about, icon: Icon }) => (
          <li
            key={to}
            className="relative grid grid-cols-[36px_1fr] items-center gap-3 rounded-tile p-2.5 focus-within:bg-hover hover:bg-hover"
          >
            <span className="grid size-9 place-items-center rounded-tile border border-default bg-canvas text-accent-text">
              <Icon className="size-4" />
            </span>
            <div>
              <Link
                to={to}
                onClick={close}
                className="block font-semibold text-14 outline-none after:absolute after:inset-0 after:rounded-tile focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {label}
              </Link>
              <p className="text-13 text-secondary">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

const rowClass = 'flex min-h-11 items-center border-default border-b font-medium text-16'

/** The header's links on small windows, behind one button. */
function MobileMenu({ children }: { children: (close: () => void) => ReactNode }) {
  const { isOpen, close, root, button, panelId } = useDisclosure()
  const { scheduleUrl } = useSiteLinks()
  return (
    <div {...root} className="nav:hidden">
      <Button {...button} square size="lg" aria-label="Menu">
        {isOpen ? <X className="size-4" /> : <Menu className="size-4" />}
      </Button>
      <nav
        id={panelId}
        hidden={!isOpen}
        aria-label="Menu"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-64px)] animate-appear overflow-y-auto border-default border-b bg-panel px-pad pt-3 pb-6 shadow-popover"
      >
        {children(close)}
        <ExternalLink
          href={scheduleUrl}
          hasArrow
          className={classNames(buttonClass({ variant: 'primary', size: 'xl' }), 'mt-5 w-full')}
        >
          Schedule a Call
        </ExternalLink>
        <LogOutButton className="mt-2 w-full" />
      </nav>
    </div>
  )
}

const navItemClass =
  'inline-flex h-9 items-center gap-1 rounded-control px-3 font-medium text-14 text-secondary transition-colors hover:bg-hover hover:text-primary'
