import { ColorName } from '@portal/ui/color-name'
import { IconButton } from '@portal/ui/icon-button'
import { X } from 'lucide-react'
import { departmentOf, useDepartments } from './queries.ts'

export interface DepartmentChipProps {
  readonly department: number
  readonly onRemove: () => void
}

/** The department that the list is narrowed to (decision 12). A number that names none can be removed just the same. */
export function DepartmentChip({ department, onRemove }: DepartmentChipProps) {
  const known = departmentOf(useDepartments().data, department)
  const name = known?.name ?? `Department ${department}`
  return (
    <span className="flex h-control-md min-w-0 max-w-full items-center gap-1 rounded-pill border border-accent-border bg-accent-subtle pr-0.5 pl-3 font-medium text-13 text-accent-text">
      <ColorName name={name} color={known?.color} />
      <IconButton
        size="sm"
        label={`Show all departments, not only ${name}`}
        icon={<X aria-hidden="true" className="size-3.5" />}
        onClick={onRemove}
      />
    </span>
  )
}
