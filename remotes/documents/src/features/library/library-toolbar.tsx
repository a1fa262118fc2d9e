import { ColorName } from '@portal/ui/color-name'
import { IconButton } from '@portal/ui/icon-button'
import { SearchField } from '@portal/ui/search-field'
import { X } from 'lucide-react'
import { departmentOf, useDepartments } from './queries.ts'

export interface LibraryToolbarProps {
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly department: number | null
  readonly onClearDepartment: () => void
}

export function LibraryToolbar({ text, onTextChange, department, onClearDepartment }: LibraryToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="min-w-0 flex-1 basis-60"
        label="Search documents"
        placeholder="Search documents by ID or title..."
        value={text}
        onValueChange={onTextChange}
      />
      {department !== null && <DepartmentChip department={department} onRemove={onClearDepartment} />}
    </div>
  )
}

interface DepartmentChipProps {
  readonly department: number
  readonly onRemove: () => void
}

/** The department filter (decision 12). An unknown number can be removed too. */
function DepartmentChip({ department, onRemove }: DepartmentChipProps) {
  const known = departmentOf(useDepartments().data, department)
  const name = known?.name ?? `Department ${department}`
  return (
    <span className="flex h-control-md min-w-0 max-w-full items-center gap-1 rounded-pill border border-accent-border bg-accent-subtle pr-0.5 pl-3 font-medium text-13 text-accent-text">
      <ColorName name={name} color={known?.color} />
      <IconButton
        size="sm"
        label={`Show all departments, not only ${name}`}
        icon={<X className="size-3.5" />}
        onClick={onRemove}
      />
    </span>
  )
}
