import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { usePathname } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'
import { Button } from '@portal/ui/button'
import { LogOut } from 'lucide-react'
import { useSiteLinks } from './site-content.ts'
import { ExternalLink } from './site-links.tsx'

/** For visitors the way in, which leaves the portal's router for the gateway; else the way back. */
export function SessionActs() {
  const start = startPage(usePortal().session)
  const { scheduleUrl } = useSiteLinks()
  const isThere = usePathname() === scheduleUrl
  if (!start)
    return (
      <div className="ml-auto flex items-center gap-2">
        <Button asChild size="lg">
          <a href="/api/login">Login</a>
        </Button>
        {/* Small windows have it in their menu. */}
        <Button asChild variant="primary" size="lg" className="max-nav:hidden">
          <ExternalLink href={isThere ? '' : scheduleUrl}>Schedule a Call</ExternalLink>
        </Button>
      </div>
    )
  return (
    <div className="ml-auto flex items-center gap-1">
      <LogOutButton className="max-nav:hidden" />
      <Button asChild size="lg">
        <Link to={start.to}>{start.label}</Link>
      </Button>
    </div>
  )
}

/** Small windows have it in their menu, since the bar has no room. Nothing for visitors. */
export function LogOutButton({ className }: { readonly className: string }) {
  const { session, logout } = usePortal()
  if (!session.person) return null
  return (
    <Button variant="ghost" size="lg" className={className} onClick={logout}>
      <LogOut aria-hidden="true" className="size-4" />
      Log out
    </Button>
  )
}

/** Where the portal begins for a session, by the page's name; nowhere for a visitor. */
function startPage({ person, organization, role, isMasterAdmin }: Session) {
  if (!person) return null
  if (organization) return { to: '/', label: role === 'team_member' ? 'AI Assistant' : 'Dashboard' }
  return isMasterAdmin ? { to: '/master-admin', label: 'Master Admin' } : { to: '/', label: 'Get Started' }
}
