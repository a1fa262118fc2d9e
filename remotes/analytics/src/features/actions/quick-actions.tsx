import { analyticsApi } from '@portal/contracts/analytics'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { Card } from '@portal/ui/card'
import { ChartColumn, ChevronRight, Files, Users } from 'lucide-react'

const actions = [
  { to: '/documents', label: 'Documents', icon: Files },
  { to: '/team', label: 'Team', icon: Users },
  { to: '/analytics', label: 'Analytics', icon: ChartColumn },
] as const

/** The three ways on (product §2), without the one that is switched off. */
export function QuickActions() {
  const seesFigures = useCan(analyticsApi.readStats)
  const shown = actions.filter(({ to }) => seesFigures || to !== '/analytics')
  return (
    <Card title="Quick Actions">
      <ul>
        {shown.map(({ to, label, icon: Icon }) => (
          <li key={to} className="border-subtle border-t first:border-t-0">
            <Link
              to={to}
              className="flex items-center gap-3 px-4 py-2.5 font-medium text-13 hover:bg-hover focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden="true" className="size-4 text-tertiary" />
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden="true" className="size-4 text-tertiary" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
