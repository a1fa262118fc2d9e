import { Link } from '@portal/remote-kit/link'
import { useNavigate } from '@portal/remote-kit/navigation'
import { usePortal } from '@portal/remote-kit/portal-context'
import { BrandMark, productName } from '@portal/ui/brand'
import { Button } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { CircleCheck, Link2Off, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'

/** A page with one card, under the brand. The shell's skip link leads to `#main`. */
export function JoinFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center gap-8 bg-canvas px-gutter py-10 md:justify-center">
      <header>
        <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16 tracking-tight">
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-100 rounded-card border border-default bg-panel p-6 outline-none md:p-8"
      >
        {children}
      </main>
    </div>
  )
}

export interface JoinCardProps {
  readonly icon: ReactNode
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Shown above the buttons. */
  readonly note?: ReactNode
  /** The primary button. */
  readonly act?: { readonly label: string; readonly onClick: () => void; readonly isBusy?: boolean }
  /** The label of the button that leads home, the primary one where there is no act. */
  readonly home?: string
  readonly isHomeLocked?: boolean
  /** More buttons. */
  readonly children?: ReactNode
}

/** What the page has to say, and what can be done. */
export function JoinCard(props: JoinCardProps) {
  const { icon, title, text, note, act, home, isHomeLocked = false, children } = props
  const navigate = useNavigate()
  return (
    <div className="flex animate-appear flex-col items-center gap-6 text-center">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-card border border-default bg-sunken text-accent-text [&>svg]:size-5"
      >
        {icon}
      </span>
      <div className="flex max-w-full flex-col gap-1">
        <h1 className="text-balance break-words font-semibold text-20">{title}</h1>
        {text && <p className="text-pretty text-secondary">{text}</p>}
      </div>
      <div className="flex w-full flex-col gap-2">
        {note}
        {act && (
          <Button variant="primary" size="lg" busy={act.isBusy} onClick={act.onClick}>
            {act.label}
          </Button>
        )}
        {home && (
          <Button
            variant={act ? 'secondary' : 'primary'}
            size="lg"
            disabled={isHomeLocked}
            onClick={() => navigate('/')}
          >
            {home}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

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

/** No session: logging in leads back here. */
export function LogInFirst({
  title = 'Please log in to join this organization',
  text = 'Without an account, create one there. You come back here afterwards.',
}: Partial<Pick<JoinCardProps, 'title' | 'text'>>) {
  const { login } = usePortal()
  return (
    <JoinCard icon={<LogIn />} {...{ title, text }} act={{ label: 'Log In to Continue', onClick: login }} />
  )
}

/** What the link carries is wrong, missing or could not be looked up. */
export function InvalidLink({
  text = 'This organization link is invalid or has expired',
  children,
}: Pick<JoinCardProps, 'text' | 'children'>) {
  return (
    <JoinCard icon={<Link2Off />} title="Invalid Link" text={text} home="Go Home">
      {children}
    </JoinCard>
  )
}

/** One organization per person (decision 16). */
export function AlreadyMember() {
  const text = "You're already part of an organization"
  return (
    <JoinCard icon={<CircleCheck />} title="Already in Organization" text={text} home="Go to Dashboard" />
  )
}
