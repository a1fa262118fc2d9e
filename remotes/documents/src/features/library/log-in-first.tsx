import { usePortal } from '@portal/remote-kit/portal-context'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { LogIn } from 'lucide-react'

/** What the library says to someone who is not logged in, or no more. */
export function LogInFirst() {
  const { login } = usePortal()
  return (
    <EmptyState
      icon={<LogIn />}
      title="Please log in to view documents"
      description="Documents belong to an organization. Log in and you come back to this page."
      action={
        <Button variant="primary" onClick={login}>
          Log in
        </Button>
      }
    />
  )
}
