import { departmentsApi } from '@portal/contracts/departments'
import { type Member, membersApi } from '@portal/contracts/members'
import { mayAssignDepartments } from '@portal/contracts/role-policy'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useSession } from '@portal/remote-kit/session'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { ColorName } from '@portal/ui/color-name'
import { FormDialog } from '@portal/ui/form-dialog'
import { IconButton } from '@portal/ui/icon-button'
import { Spinner } from '@portal/ui/spinner'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import { memberName, useDepartments } from './queries.ts'

/** Chooses the departments of a member (decision 28). */
export function AssignDepartmentsDialog(props: { readonly member: Member; readonly onClose: () => void }) {
  const { member, onClose } = props
  const departments = useDepartments()
  const [seen] = useState(member.departments)
  const [chosen, setChosen] = useState(seen)
  const { mutate, isPending } = useReportedMutation(membersApi.assignDepartments, {
    refreshes: [membersApi.listMembers.path, departmentsApi.listDepartments.path],
    success: 'Departments updated successfully',
    failure: 'Failed to update departments',
    onDone: onClose,
  })
  const submit = () => {
    // Omits departments deleted meanwhile: the server would refuse all of them.
    const known = departments.data?.map(({ id }) => id) ?? []
    const kept = (ids: readonly number[]) => ({ departments: ids.filter((id) => known.includes(id)) })
    mutate({ params: { userId: member.id }, body: { ...kept(chosen), seen: kept(seen) } })
  }
  const toggle = (id: number, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <FormDialog
      title="Departments"
      description={<bdi>{memberName(member)}</bdi>}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      isIncomplete={!departments.data}
      onSubmit={submit}
      onClose={onClose}
    >
      {departments.isPending && <Spinner />}
      <ReadFailure title="The departments could not be loaded" query={departments} />
      {departments.data && (
        <fieldset className="-mx-2 flex min-w-0 max-h-80 flex-col overflow-y-auto" disabled={isPending}>
          <legend className="sr-only">Departments</legend>
          {departments.data.map(({ id, name, color }) => (
            <CheckboxField
              key={id}
              label={<ColorName name={name} color={color} />}
              checked={chosen.includes(id)}
              onCheckedChange={(isChosen) => toggle(id, isChosen)}
            />
          ))}
          {departments.data.length === 0 && (
            <p className="px-2 text-secondary">There are no departments yet.</p>
          )}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Opens the choice of a member's departments, for those who may choose (decision 7). */
export function AssignDepartmentsButton({ member, onOpen }: { member: Member; onOpen: () => void }) {
  const { person, role } = useSession()
  if (!person || !role) return null
  if (!mayAssignDepartments({ actor: { id: person.id, role }, target: member }).isAllowed) return null
  return (
    <IconButton
      size="sm"
      label={`Departments of ${memberName(member) ?? 'this person'}`}
      icon={<Tags className="size-3.5" />}
      onClick={onOpen}
    />
  )
}
