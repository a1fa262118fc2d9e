import { usePortal } from '@portal/remote-kit/portal-context'
import { Button } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { LogIn } from 'lucide-react'

/** The library for someone who is not signed in. */
export function Screen() {
  const { login } = usePortal()
  return (
    <main className="mx-auto max-w-content px-gutter py-16">
      <h1 className="sr-only">Document Library</h1>
      <EmptyState
        icon={<LogIn aria-hidden="true" />}
        title="Please log in to view documents"
        description="Documents belong to an organization. Sign in and you come back to this page."
        action={
          <Button variant="primary" onClick={login}>
            Log in
          </Button>
        }
      />
    </main>
  )
}
