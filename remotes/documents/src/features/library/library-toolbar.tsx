import { SearchField } from '@portal/ui/search-field'
import { DepartmentChip } from './department-chip.tsx'

export interface LibraryToolbarProps {
  readonly text: string
  readonly onTextChange: (text: string) => void
  readonly department: number | null
  readonly onClearDepartment: () => void
}

/** The search box, and the department that the list is narrowed to as a chip that can be removed. */
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
