import { Link } from '@portal/remote-kit/link'
import { useSession } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import type { ReactNode } from 'react'

/** Whether the person is logged in and in no organization, as before onboarding. */
export function useLacksOrganization(): boolean {
  const { person, organization } = useSession()
  return person !== null && organization === null
}

interface OrganizationNeededProps {
  readonly icon: ReactNode
  /** Why it is needed: one sentence. */
  readonly reason: string
}

/** In place of a form that only members can use: what is missing, and the way to it. */
export function OrganizationNeeded({ icon, reason }: OrganizationNeededProps) {
  return (
    <EmptyState
      icon={icon}
      title="You do not belong to an organization yet"
      description={`${reason} Create one to begin, or open the join link or the invitation that yours sent you.`}
      action={
        <Link to="/" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Get Started
        </Link>
      }
    />
  )
}
