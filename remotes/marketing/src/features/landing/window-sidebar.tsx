import { classNames } from '@portal/ui/class-names'
import {
  Building2,
  ChartColumn,
  FileText,
  House,
  type LucideIcon,
  MessageSquareText,
  Users,
} from 'lucide-react'
import { DepartmentDot, type DepartmentName, departments } from './drawings/department-dot.tsx'

const links: readonly { label: string; icon: LucideIcon }[] = [
  { label: 'Dashboard', icon: House },
  { label: 'Documents', icon: FileText },
  { label: 'AI Assistant', icon: MessageSquareText },
  { label: 'Analytics', icon: ChartColumn },
  { label: 'Team Management', icon: Users },
]

const departmentNames = Object.keys(departments) as DepartmentName[]

export function WindowSidebar() {
  return (
    <div
      aria-hidden="true"
      className="hidden flex-col gap-0.5 border-default border-r bg-canvas px-3 py-4 font-medium text-13/4.5 text-secondary wide:flex"
    >
      <p className="flex items-center gap-2 px-2 pb-3.5 font-semibold text-14 text-primary">
        <span className="grid size-5 place-items-center rounded-control bg-accent text-accent-on">
          <Building2 className="size-3" />
        </span>
        Halden Medical
      </p>
      {links.map(({ label, icon: Icon }) => (
        <p
          key={label}
          className={classNames(
            'flex h-8 items-center gap-2.5 whitespace-nowrap rounded-control px-2',
            label === 'AI Assistant' && 'bg-hover text-primary',
          )}
        >
          <Icon className="size-4" />
          {label}
        </p>
      ))}
      <p className="px-2 pt-4 pb-1.5 text-12 text-tertiary">Departments</p>
      {departmentNames.map((name) => (
        <p key={name} className="flex h-8 items-center gap-3.5 truncate px-3">
          <DepartmentDot of={name} />
          {name}
        </p>
      ))}
    </div>
  )
}
