import { DocumentSort } from '@portal/contracts/documents'
import { ColorName } from '@portal/ui/color-name'
import { IconButton } from '@portal/ui/icon-button'
import { SearchField } from '@portal/ui/search-field'
import { Select } from '@portal/ui/select'
import { LayoutGrid, Rows3, X } from 'lucide-react'
import { useDepartment, useDepartments } from './queries.ts'
import type { Layout, LibraryView } from './use-library-view.ts'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]
const sortLabels: Readonly<Record<DocumentSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'By title',
}

/** Search, department, status, order and layout; all of it is kept in the address. */
export function LibraryControls({ view, layout }: { readonly view: LibraryView; readonly layout: Layout }) {
  const { text, setText, filter, change } = view
  const { data: departments = [] } = useDepartments()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="min-w-0 flex-1 basis-60"
        label="Search documents"
        placeholder="Search documents by ID or title..."
        value={text}
        onValueChange={setText}
      />
      {filter.department === null ? (
        <Select
          hideLabel
          label="Show department"
          placeholder="All departments"
          value=""
          options={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => change('department', event.target.value)}
          className="max-md:basis-full md:w-44"
        />
      ) : (
        <DepartmentChip department={filter.department} onRemove={() => change('department', '')} />
      )}
      <Select
        hideLabel
        label="Show status"
        placeholder="Any status"
        value={filter.status ?? ''}
        options={statuses}
        onChange={(event) => change('status', event.target.value)}
        className="flex-1 basis-32 md:w-32 md:flex-none"
      />
      <Select
        hideLabel
        label="Order"
        value={filter.sort}
        options={DocumentSort.options.map((value) => ({ value, label: sortLabels[value] }))}
        onChange={(event) => change('sort', event.target.value === 'newest' ? '' : event.target.value)}
        className="flex-1 basis-32 md:w-36 md:flex-none"
      />
      <fieldset className="flex gap-1">
        <legend className="sr-only">Layout</legend>
        <IconButton
          label="Show as table"
          icon={<Rows3 className="size-4" />}
          variant={layout === 'table' ? 'secondary' : 'ghost'}
          aria-pressed={layout === 'table'}
          onClick={() => change('view', 'table')}
        />
        <IconButton
          label="Show as cards"
          icon={<LayoutGrid className="size-4" />}
          variant={layout === 'cards' ? 'secondary' : 'ghost'}
          aria-pressed={layout === 'cards'}
          onClick={() => change('view', 'cards')}
        />
      </fieldset>
    </div>
  )
}

/** The department filter (decision 12). An unknown number can be removed too. */
function DepartmentChip(props: { readonly department: number; readonly onRemove: () => void }) {
  const { department, onRemove } = props
  const known = useDepartment(department)
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
