import { checkInput } from '@portal/contracts/check-input'
import {
  type Department,
  departmentColorDefault,
  departmentNameMax,
  departmentPalette,
  departmentsApi,
  NewDepartment,
} from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { membersApi } from '@portal/contracts/members'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { ColorField } from '@portal/ui/color-field'
import { counted } from '@portal/ui/counted'
import { FormDialog } from '@portal/ui/form-dialog'
import { Skeleton } from '@portal/ui/skeleton'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'
import { useMembers } from '../people/queries.ts'

/** What the colours of the palette are called, in its order. */
const colorNames = ['Emerald', 'Blue', 'Pink', 'Violet', 'Amber', 'Red', 'Cyan', 'Slate']
const palette = departmentPalette.map((value, at) => ({ name: colorNames[at] ?? value, value }))

/** Product §5: a name of at least two characters and a colour `#RRGGBB`, kept after a failure. */
export function CreateDepartmentDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ name: '', color: departmentColorDefault as string })
  const [isRefused, setRefused] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const color = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useReportedMutation(departmentsApi.createDepartment, {
    refreshes: [departmentsApi.listDepartments.path],
    success: 'Department created successfully',
    failure: 'Failed to create department',
    onDone: onClose,
  })
  const { data: department, fields: errors } = checkInput(NewDepartment, draft)
  const submit = () => {
    setRefused(department === null)
    if (department) mutate({ body: department })
    else (errors?.name ? name : color).current?.focus()
  }
  return (
    <FormDialog
      title="Create Department"
      submitLabel="Create Department"
      busyLabel="Creating..."
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={name}
        label="Name"
        autoComplete="off"
        maxLength={departmentNameMax}
        value={draft.name}
        disabled={isPending}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        error={isRefused ? errors?.name : undefined}
      />
      <ColorField
        ref={color}
        label="Color"
        palette={palette}
        value={draft.color}
        disabled={isPending}
        onValueChange={(value) => setDraft({ ...draft, color: value })}
        error={isRefused ? errors?.color : undefined}
      />
    </FormDialog>
  )
}

/** Asks before a department is deleted, with the effect on documents and people (decision 27). */
export function DeleteDepartmentDialog(props: {
  readonly department: Department
  readonly onClose: () => void
}) {
  const { department, onClose } = props
  return (
    <ConfirmAct
      route={departmentsApi.deleteDepartment}
      input={{ params: { id: department.id } }}
      refreshes={[
        departmentsApi.listDepartments.path,
        documentsApi.listDocuments.path,
        membersApi.listMembers.path,
      ]}
      success="Department deleted successfully"
      failure="Failed to delete department"
      onClose={onClose}
      title="Delete department"
      question={
        <>
          Are you sure you want to delete "<bdi>{department.name}</bdi>"? This action cannot be undone.
        </>
      }
      confirmLabel="Delete department"
    >
      <Consequences department={department} />
    </ConfirmAct>
  )
}

function Consequences({ department }: { readonly department: Department }) {
  const { data: documents, isError } = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const count = documents?.filter(({ departmentId }) => departmentId === department.id).length
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
