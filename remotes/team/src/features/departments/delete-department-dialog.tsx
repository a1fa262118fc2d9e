import type { Department } from '@portal/contracts/departments'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { counted } from '@portal/ui/counted'
import { Skeleton } from '@portal/ui/skeleton'
import { useMembers } from '../people/queries.ts'
import { useDeleteDepartment, useDocumentCount } from './queries.ts'

export interface DeleteDepartmentDialogProps {
  readonly department: Department
  readonly onClose: () => void
}

/**
 * Asks before a department is deleted, and explains the effect on documents and people (decision
 * 27).
 */
export function DeleteDepartmentDialog({ department, onClose }: DeleteDepartmentDialogProps) {
  const { mutate, isPending } = useDeleteDepartment(onClose)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete department"
      question={
        <>
          Are you sure you want to delete "<bdi>{department.name}</bdi>"? This action cannot be undone.
        </>
      }
      confirmLabel="Delete department"
      onConfirm={() => mutate({ params: { id: department.id } })}
      isBusy={isPending}
    >
      <Consequences department={department} />
    </ConfirmDialog>
  )
}

function Consequences({ department }: { readonly department: Department }) {
  const { count, isError } = useDocumentCount(department.id)
  const { data: members = [] } = useMembers()
  const people = members.filter((member) => member.departments.includes(department.id)).length
  return (
    <ul className="list-disc pl-5 text-13 text-secondary">
      <li>
        {isError && 'Its documents stay in the library with the department "None".'}
        {!isError && count === undefined && <Skeleton className="my-1 h-3 w-64" />}
        {count !== undefined && documentsText(count)}
      </li>
      {people > 0 && <li>{counted(people, 'person loses', 'people lose')} this assignment.</li>}
    </ul>
  )
}

function documentsText(count: number): string {
  if (count === 0) return 'No document is filed in it.'
  return count === 1
    ? '1 document stays in the library; its department becomes "None".'
    : `${count} documents stay in the library; their department becomes "None".`
}
