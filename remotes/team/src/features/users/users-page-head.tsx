import { Link } from '@portal/remote-kit/link'
import { Button } from '@portal/ui/button'
import { ChevronRight, UserPlus } from 'lucide-react'

export interface UsersPageHeadProps {
  readonly canInvite: boolean
  readonly isDenied: boolean
  readonly onInvite: () => void
}

/**
 * The page's title, the link back to Team, and the invitation for those who may invite (product
 * §6).
 */
export function UsersPageHead({ canInvite, isDenied, onInvite }: UsersPageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-13 text-tertiary">
          <Link to="/team" className="rounded-control text-accent-text py-1 hover:underline">
            Team
          </Link>
          <ChevronRight className="size-3.5" />
          <span aria-current="page">User Management</span>
        </nav>
        <h1 className="font-semibold text-20">User Management</h1>
        {!isDenied && (
          <p className="mt-1 text-13 text-secondary">
            {canInvite
              ? 'Roles, departments and invitations.'
              : 'Admins and facilitators change roles, remove users and invite.'}
          </p>
        )}
      </div>
      {canInvite && !isDenied && (
        <Button variant="primary" className="max-sm:w-full" onClick={onInvite}>
          <UserPlus className="size-4" />
          Invite User
        </Button>
      )}
    </header>
  )
}
