import { useNavigate } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'
import { Button } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { CircleCheck, Link2Off, LogIn } from 'lucide-react'
import { JoinCard } from './join-card.tsx'

/** Shown while person or organization are unknown, in the size of the result. */
export function JoinLoading() {
  return (
    <div role="status" className="flex flex-col items-center gap-6">
      <h1 className="sr-only">Loading</h1>
      <Skeleton className="h-11 w-11 rounded-card" />
      <div className="flex w-full flex-col items-center gap-2">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-4 w-32" />
      </div>
      <div className="flex w-full flex-col gap-2">
        <Skeleton className="h-control-lg w-full" />
        <Skeleton className="h-control-lg w-full" />
      </div>
    </div>
  )
}

export interface LogInFirstProps {
  readonly title?: string
  readonly text?: string
}

/** No session: logging in leads back here. */
export function LogInFirst({ title = 'Please log in to join this organization', text }: LogInFirstProps) {
  const { login } = usePortal()
  return (
    <JoinCard icon={<LogIn />} title={title} text={text}>
      <Button variant="primary" size="lg" onClick={login}>
        Log In to Continue
      </Button>
    </JoinCard>
  )
}

export interface InvalidLinkProps {
  readonly text?: string
  /** Only where trying again can help. */
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
}

/** What the link carries is wrong, missing or could not be looked up. */
export function InvalidLink(props: InvalidLinkProps) {
  const { text = 'This organization link is invalid or has expired', onRetry, isRetrying = false } = props
  const navigate = useNavigate()
  return (
    <JoinCard icon={<Link2Off />} title="Invalid Link" text={text}>
      <Button variant="primary" size="lg" onClick={() => navigate('/')}>
        Go Home
      </Button>
      {onRetry && (
        <Button size="lg" onClick={onRetry} busy={isRetrying}>
          Try again
        </Button>
      )}
    </JoinCard>
  )
}

/** One organization per person (decision 16). */
export function AlreadyMember() {
  const navigate = useNavigate()
  return (
    <JoinCard
      icon={<CircleCheck />}
      title="Already in Organization"
      text="You're already part of an organization"
    >
      <Button variant="primary" size="lg" onClick={() => navigate('/')}>
        Go to Dashboard
      </Button>
    </JoinCard>
  )
}
