import { Link } from '@portal/remote-kit/link'
import { Card } from '@portal/ui/card'
import { ChartColumn, ChevronRight, Files, Users } from 'lucide-react'

const actions = [
  { to: '/documents', label: 'Documents', icon: Files },
  { to: '/team', label: 'Team', icon: Users },
  { to: '/analytics', label: 'Analytics', icon: ChartColumn },
] as const

/** The three ways on (product §2). */
export function QuickActions() {
  return (
    <Card title="Quick Actions">
      <ul>
        {actions.map(({ to, label, icon: Icon }) => (
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
