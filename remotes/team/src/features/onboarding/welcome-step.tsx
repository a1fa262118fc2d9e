import { Link } from '@portal/remote-kit/link'
import { useSession } from '@portal/remote-kit/session'
import { productName } from '@portal/ui/brand'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { RelativeTime } from '@portal/ui/relative-time'
import { Building2, FileText, type LucideIcon, MessageSquareText, ShieldCheck, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '../account/membership.ts'
import { AccountLink } from '../profile/account-link.tsx'
import { OwnData } from '../profile/own-data.tsx'
import { SessionList } from '../sessions/session-list.tsx'

/** Product §2: the four cards of the welcome step. */
const cards: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'Organization Setup',
    text: 'Name your organization. Five departments are ready from the start, and you are its administrator.',
    icon: Building2,
  },
  {
    title: 'Document Management',
    text: 'Upload policies as PDF, DOCX or TXT, file them by department and keep one version in force.',
    icon: FileText,
  },
  {
    title: 'AI Assistant',
    text: 'Ask in plain words. Every answer points to the passage it came from, or says that there is none.',
    icon: MessageSquareText,
  },
  {
    title: 'Team Collaboration',
    text: 'Bring colleagues in by link, give each a role, and let the right people approve what changes.',
    icon: Users,
  },
]

export interface WelcomeStepProps {
  readonly onStart: () => void
  /** The person comes back from the next step: the focus goes to the button that led there. */
  readonly isBack: boolean
}

/** What the portal will do for the person, and the button that begins it. */
export function WelcomeStep({ onStart, isBack }: WelcomeStepProps) {
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack) start.current?.focus()
  }, [isBack])
  const { person, isMasterAdmin } = useSession()
  const { data: user } = useCurrentUser()
  const firstName = (user ?? person)?.firstName
  return (
    <div className="mx-auto flex max-w-prose animate-appear flex-col gap-8">
      {user?.removedFrom && (
        <p role="status" className="rounded-card border border-warning bg-warning-subtle px-4 py-3 text-13">
          You were removed from <bdi className="font-semibold">{user.removedFrom.name}</bdi>{' '}
          <RelativeTime at={user.removedFrom.removedAt} />. You come back only by an invitation of one of its
          administrators.
        </p>
      )}
      <header className="flex flex-col gap-3">
        <h1 className="text-balance font-semibold text-32">
          Welcome to {productName}
          {firstName ? (
            <>
              , <bdi>{firstName}</bdi>
            </>
          ) : null}
        </h1>
        <p className="max-w-form text-pretty text-16 text-secondary">
          You are logged in and do not belong to an organization yet. Create one to begin, or open the join
          link or the invitation that your organization sent you.
        </p>
      </header>
      <ul className="grid gap-px overflow-hidden rounded-card border border-default bg-(--border-default) sm:grid-cols-2">
        {cards.map(({ title, text, icon: Icon }) => (
          <li key={title} className="flex flex-col gap-1 bg-panel p-5">
            <Icon className="mb-2 size-5 text-accent-text" />
            <h2 className="font-semibold text-14">{title}</h2>
            <p className="text-pretty text-13 text-secondary">{text}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={start} variant="primary" size="lg" onClick={onStart}>
          Get Started
        </Button>
        {isMasterAdmin && (
          <Button asChild size="lg">
            <Link to="/master-admin">
              <ShieldCheck className="size-4" />
              Master Admin
            </Link>
          </Button>
        )}
      </div>
      {!isMasterAdmin && <OwnAccount />}
    </div>
  )
}

/** Here, because without an organization there is no profile. */
function OwnAccount() {
  const [isOpen, setOpen] = useState(false)
  const { accountUrl } = useSession().settings
  return (
    <div className="flex flex-col items-start gap-4 *:not-first:self-stretch">
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isOpen}
        className="-ml-2.5"
        onClick={() => setOpen(!isOpen)}
      >
        Your account and data
      </Button>
      {isOpen && (
        <>
          {accountUrl !== '' && (
            <Card title="Your account">
              <div className="flex flex-wrap items-center justify-between gap-3 p-4">
                <p className="min-w-0 flex-1 basis-56 text-13 text-secondary">
                  Name, e-mail and password belong to your account at the identity provider.
                </p>
                <AccountLink />
              </div>
            </Card>
          )}
          <SessionList />
          <OwnData />
        </>
      )}
    </div>
  )
}
