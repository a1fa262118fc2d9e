import { Link } from '@portal/remote-kit/link'
import { useNavigate, usePathname } from '@portal/remote-kit/navigation'
import { useSession } from '@portal/remote-kit/session'
import { toast } from '@portal/remote-kit/toast'
import { Badge } from '@portal/ui/badge'
import { type ReactNode, useEffect, useRef } from 'react'

interface MasterPageProps {
  readonly title: string
  readonly subtitle: string
  readonly children: ReactNode
}

/** The operator's pages; the first is named in the navigation after its two lists. */
const pages = [
  { to: '/master-admin', label: 'Organizations and users' },
  { to: '/master-admin/mail', label: 'Sent mail' },
  { to: '/master-admin/deletions', label: 'Deletions' },
  { to: '/master-admin/erasures', label: 'Erasures' },
  { to: '/master-admin/remotes', label: 'Remotes' },
  { to: '/master-admin/operations', label: 'Operations' },
  { to: '/master-admin/audit', label: 'Audit trail' },
] as const

const linkClass =
  'inline-flex h-8 items-center rounded-control border border-transparent px-2.5 font-medium text-13 text-secondary hover:bg-hover hover:text-primary aria-[current=page]:border-default aria-[current=page]:bg-panel aria-[current=page]:text-primary'

/** The frame of every page of the operator: guard, title, and the way to the others. */
export function MasterPage({ title, subtitle, children }: MasterPageProps) {
  const path = usePathname()
  return (
    <OperatorsOnly>
      <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
        <header className="flex flex-col gap-3">
          <div>
            <h1 className="font-semibold text-20 tracking-tight">{title}</h1>
            <p className="mt-1 text-13 text-secondary">{subtitle}</p>
          </div>
          <nav aria-label="Master Admin" className="flex flex-wrap gap-1">
            {pages.map(({ to, label }) => (
              <Link key={to} to={to} isCurrent={to === path} className={linkClass}>
                {label}
              </Link>
            ))}
          </nav>
        </header>
        {children}
      </div>
    </OperatorsOnly>
  )
}

/** Time between the toast and the way home (product §9). */
const accessDeniedRedirectDelayMs = 1000

/** For operators. Others see a toast and are at `/` a second later (product §2, decision 8). */
function OperatorsOnly({ children }: { readonly children: ReactNode }) {
  const { isMasterAdmin } = useSession()
  const navigate = useNavigate()
  const leave = useRef(navigate)
  leave.current = navigate
  useEffect(() => {
    if (isMasterAdmin) return
    toast({
      title: 'Access Denied',
      description: 'Master admin privileges required to access this page.',
      variant: 'error',
    })
    const timer = setTimeout(() => leave.current('/'), accessDeniedRedirectDelayMs)
    return () => clearTimeout(timer)
  }, [isMasterAdmin])
  return isMasterAdmin ? children : null
}

interface OrganizationHeadingProps {
  /** Labels the card. */
  readonly id: string
  readonly name: string
  readonly organizationId: number
}

/** What a card about an organization is headed by: its name and "Org #id" (product §2). */
export function OrganizationHeading({ id, name, organizationId }: OrganizationHeadingProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <h2 id={id} title={name} className="line-clamp-3 break-words font-semibold text-14">
        <bdi>{name}</bdi>
      </h2>
      <Badge tone="outline">Org #{organizationId}</Badge>
    </div>
  )
}
