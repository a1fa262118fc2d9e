import { Badge } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { Check, EyeOff, Lock } from 'lucide-react'
import { DepartmentDot, type DepartmentName } from './department-dot.tsx'
import { Drawing, Panel, PanelHead, PanelRow } from './drawing.tsx'

const readers: readonly { department: DepartmentName; canRead: boolean }[] = [
  { department: 'Human Resources', canRead: true },
  { department: 'Finance & Accounting', canRead: true },
  { department: 'Operations', canRead: false },
]

/** Who may read a document that is not for everyone. */
export function Readers() {
  return (
    <Drawing label="A document readable by two departments and hidden from a third.">
      <Panel>
        <PanelHead title="Salary Band Guideline" aside={<Badge icon={<Lock />}>2 departments</Badge>} />
        <ul>
          {readers.map(({ department, canRead }) => {
            const Icon = canRead ? Check : EyeOff
            return (
              <PanelRow key={department}>
                <DepartmentDot of={department} />
                <span className={classNames('min-w-0 flex-1 truncate', !canRead && 'text-tertiary')}>
                  {department}
                </span>
                <span
                  className={classNames(
                    'flex items-center gap-1.5',
                    canRead ? 'text-secondary' : 'text-tertiary',
                  )}
                >
                  <Icon className="size-4" />
                  {canRead ? 'Can read' : 'Not listed, not quoted'}
                </span>
              </PanelRow>
            )
          })}
        </ul>
      </Panel>
    </Drawing>
  )
}
