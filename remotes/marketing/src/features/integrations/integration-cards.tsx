import type { Integration } from '@portal/contracts/marketing'
import { Badge } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import {
  Calendar,
  ChartColumn,
  Check,
  CircleCheck,
  Clock,
  Cloud,
  Cpu,
  Database,
  FileText,
  Folder,
  Hash,
  Layers,
  type LucideIcon,
  PenLine,
  Plus,
  Users,
  Zap,
} from 'lucide-react'

const icons: Readonly<Record<Integration['icon'], LucideIcon>> = {
  'bar-chart': ChartColumn,
  calendar: Calendar,
  cloud: Cloud,
  cpu: Cpu,
  database: Database,
  file: FileText,
  folder: Folder,
  hash: Hash,
  layers: Layers,
  pen: PenLine,
  users: Users,
  zap: Zap,
}

/** Cards of one status, larger if live. The lines are of the cards: a row may be incomplete. */
export function IntegrationCards({ cards }: { cards: readonly Integration[] }) {
  const areLive = cards.every(({ status }) => status === 'live')
  return (
    <ul
      className={classNames(
        'grid gap-px overflow-clip border-default border-t sm:grid-cols-2',
        !areLive && 'lg:grid-cols-4',
      )}
    >
      {cards.map((card) => (
        <IntegrationCard key={card.name} {...card} />
      ))}
    </ul>
  )
}

/** Product §4: live shows a green 'Live' badge, any other status 'Coming Soon'. */
function IntegrationCard({ name, category, description, icon, status, features }: Integration) {
  const Icon = icons[icon]
  const isLive = status === 'live'
  const Mark = isLive ? Check : Plus
  return (
    <li
      className={classNames(
        'min-w-0 shadow-[0_0_0_1px_var(--border-default)] pt-9 pb-10',
        isLive ? 'bg-panel px-pad' : 'bg-canvas px-pad lg:px-cell lg:nth-[4n+1]:pl-pad lg:nth-[4n]:pr-pad',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <span className="grid size-11 place-items-center rounded-tile border border-default bg-panel">
          <Icon className="size-5" />
        </span>
        <Badge tone={isLive ? 'success' : 'neutral'} icon={isLive ? <CircleCheck /> : <Clock />}>
          {isLive ? 'Live' : 'Coming Soon'}
        </Badge>
      </div>
      <h3 className="mt-5 font-semibold text-16">{name}</h3>
      <p className="text-13 text-tertiary">{category}</p>
      <p className="mt-2.5 text-pretty text-15 text-secondary">{description}</p>
      <ul className="mt-4 grid gap-2 text-14/5.5 text-secondary">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Mark
              className={classNames('mt-0.75 size-4 shrink-0', isLive ? 'text-accent-text' : 'text-tertiary')}
            />
            {feature}
          </li>
        ))}
      </ul>
    </li>
  )
}
