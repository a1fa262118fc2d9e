import { type Department, departmentsApi } from '@portal/contracts/departments'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useCan } from '@portal/remote-kit/session'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ColorName } from '@portal/ui/color-name'
import { counted } from '@portal/ui/counted'
import { DeleteButton } from '@portal/ui/delete-button'
import { EmptyState } from '@portal/ui/empty-state'
import { moveBetweenRows } from '@portal/ui/move-between-rows'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useDepartments, useMembers } from '../people/queries.ts'
import { CreateDepartmentDialog, DeleteDepartmentDialog } from './department-dialogs.tsx'

/** The departments by colour and name; admins create and delete them (product §6). */
export function DepartmentsCard() {
  const departments = useDepartments()
  const canCreate = useCan(departmentsApi.createDepartment)
  const [isCreating, setCreating] = useState(false)
  useOpenedByAddress('new-department', () => setCreating(canCreate))
  const [deleted, setDeleted] = useState<Department | null>(null)
  const create = canCreate && (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus className="size-3.5" />
      Create Department
    </Button>
  )
  return (
    <Card
      title="Departments"
      count={departments.data?.length}
      aside={departments.data?.length !== 0 && create}
    >
      {departments.isPending && (
        <RowsSkeleton label="Loading departments" count={5} rowClass="h-11" lines={['w-3/5']} />
      )}
      {departments.error && (
        <div className="p-4">
          <ReadFailure title="The departments could not be loaded" query={departments} />
        </div>
      )}
      {departments.data?.length === 0 && (
        <EmptyState
          title="No departments yet"
          description="Departments file documents and people."
          action={create}
        />
      )}
      {departments.data && <DepartmentRows departments={departments.data} onDelete={setDeleted} />}
      {isCreating && <CreateDepartmentDialog onClose={() => setCreating(false)} />}
      {deleted && <DeleteDepartmentDialog department={deleted} onClose={() => setDeleted(null)} />}
    </Card>
  )
}

interface DepartmentRowsProps {
  readonly departments: readonly Department[]
  readonly onDelete: (department: Department) => void
}

function DepartmentRows({ departments, onDelete }: DepartmentRowsProps) {
  const canDelete = useCan(departmentsApi.deleteDepartment)
  const { data: members } = useMembers()
  const list = useFocusAfterRemoval<HTMLUListElement>(departments.length)
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Departments"
      onKeyDown={moveBetweenRows}
      className="outline-none"
    >
      {departments.map((department) => (
        <li
          key={department.id}
          className="flex min-h-11 items-center gap-2 border-subtle border-t px-4 py-1 first:border-t-0 hover:bg-hover"
        >
          {/* The count goes below a name that needs the row. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <Link
              to={`/documents?department=${department.id}`}
              className="mr-auto flex min-w-0 max-w-full rounded-control py-1 font-medium text-13 hover:underline"
            >
              <ColorName name={department.name} color={department.color} />
            </Link>
            {members && (
              <span className="shrink-0 text-12 text-tertiary">
                {counted(
                  members.filter((member) => member.departments.includes(department.id)).length,
                  'person',
                  'people',
                )}
              </span>
            )}
          </span>
          {canDelete && (
            <DeleteButton
              label={`Delete department ${department.name}`}
              onDelete={() => onDelete(department)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
