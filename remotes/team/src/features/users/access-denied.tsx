import { Link } from '@portal/remote-kit/link'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Lock } from 'lucide-react'

/** Product §2: what someone reads who may not see User Management. */
export function AccessDenied() {
  return (
    <section className="rounded-card border border-default bg-panel">
      <EmptyState
        icon={<Lock />}
        title="Access Denied"
        description="You don't have permission to access user management."
        action={
          <Button asChild>
            <Link to="/">Go Home</Link>
          </Button>
        }
      />
    </section>
  )
}
