import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'

const tabs = [
  { to: '/team', label: 'People and departments' },
  { to: '/settings', label: 'Settings' },
] as const

/** The two pages about an organization, each with an address of its own; for those who see both. */
export function TeamTabs({ current }: { readonly current: (typeof tabs)[number]['to'] }) {
  const canChangeSettings = useCan(organizationSettingsApi.changeSettings)
  if (!canChangeSettings) return null
  return (
    <nav aria-label="Organization" className="flex gap-1 border-default border-b">
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          isCurrent={to === current}
          className="relative whitespace-nowrap rounded-t-control px-2.5 pt-2 pb-2.5 font-medium text-13 text-secondary after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-t-[2px] hover:text-primary aria-[current=page]:text-primary aria-[current=page]:after:bg-accent"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
