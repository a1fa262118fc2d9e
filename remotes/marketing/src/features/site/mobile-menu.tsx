import { Link } from '@portal/remote-kit/link'
import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Menu, X } from 'lucide-react'
import { ExternalLink } from './external-link.tsx'
import { productLinks } from './site-links.ts'
import { useDisclosure } from './use-disclosure.ts'

const rowClass = 'flex min-h-11 items-center border-default border-b font-medium text-16'

/** The header's links on small windows, behind one button. */
export function MobileMenu() {
  const { isOpen, close, root, button, panelId } = useDisclosure()
  const { aboutUrl, quizUrl } = useSession().settings
  return (
    <div {...root} className="nav:hidden">
      <Button {...button} square size="lg" aria-label="Menu">
        {isOpen ? (
          <X aria-hidden="true" className="size-4" />
        ) : (
          <Menu aria-hidden="true" className="size-4" />
        )}
      </Button>
      <nav
        id={panelId}
        hidden={!isOpen}
        aria-label="Menu"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-64px)] animate-appear overflow-y-auto border-default border-b bg-panel px-pad pt-3 pb-6 shadow-popover"
      >
        {aboutUrl !== '' && (
          <ExternalLink href={aboutUrl} className={rowClass}>
            About Us
          </ExternalLink>
        )}
        <p className="pt-3.5 font-medium text-13 text-tertiary">Product</p>
        {productLinks.map(({ to, label }) => (
          <Link key={to} to={to} onClick={close} className={`${rowClass} pl-4 text-secondary`}>
            {label}
          </Link>
        ))}
        {quizUrl !== '' && (
          <ExternalLink href={quizUrl} className={rowClass}>
            Quality Quiz
          </ExternalLink>
        )}
      </nav>
    </div>
  )
}
