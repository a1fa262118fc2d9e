import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { usePortal } from '@portal/remote-kit/portal-context'
import { Button } from '@portal/ui/button'
import { LogOut } from 'lucide-react'

/** For visitors the way in, which leaves the portal's router for the gateway; else the way back. */
export function SessionActs() {
  const start = startPage(usePortal().session)
  if (!start)
    return (
      <Button asChild size="lg" className="ml-auto">
        <a href="/api/login">Login</a>
      </Button>
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
