import type { Session } from '@portal/contracts/session'
import { Link } from '@portal/remote-kit/link'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useSession } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { LogOut } from 'lucide-react'

/** For a visitor the way in, which leaves the portal's router for the gateway; else the way back. */
export function SessionActs() {
  const session = useSession()
  const start = startPage(session)
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

/** In the menu of small windows, whose bar has no room for it. */
export function SessionMenuActs() {
  return startPage(useSession()) && <LogOutButton className="mt-2 w-full" />
}

function LogOutButton({ className }: { readonly className: string }) {
  const { logout } = usePortal()
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
