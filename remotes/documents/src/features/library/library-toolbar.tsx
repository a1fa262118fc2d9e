import type { Department } from '@portal/contracts/team'
import { IconButton } from '@portal/ui/icon-button'
import { SearchField } from '@portal/ui/search-field'
import { X } from 'lucide-react'
import { DepartmentName } from './department-name.tsx'

export interface LibraryToolbarProps {
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly department: Department | null
  readonly onClearDepartment: () => void
}

/** The search box, and the department that the list is narrowed to as a chip that can be removed. */
export function LibraryToolbar({ text, onTextChange, department, onClearDepartment }: LibraryToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="min-w-60 flex-1"
        label="Search documents"
        placeholder="Search documents by ID or title..."
        value={text}
        onValueChange={onTextChange}
      />
      {department && (
        <span className="flex items-center gap-1 rounded-pill border border-accent-border bg-accent-subtle py-0.5 pr-1 pl-3 text-13">
          <DepartmentName name={department.name} color={department.color} />
          <IconButton
            size="sm"
            label={`Show all departments, not only ${department.name}`}
            icon={<X />}
            onClick={onClearDepartment}
          />
        </span>
      )}
    </div>
  )
}
