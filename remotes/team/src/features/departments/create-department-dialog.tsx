import {
  departmentColorDefault,
  departmentNameMax,
  departmentPalette,
  NewDepartment,
} from '@portal/contracts/departments'
import { ColorField } from '@portal/ui/color-field'
import { FormDialog } from '@portal/ui/form-dialog'
import { TextField } from '@portal/ui/text-field'
import { useRef, useState } from 'react'
import { useCreateDepartment } from './queries.ts'

/** What the colours of the palette are called, in its order. */
const colorNames = ['Emerald', 'Blue', 'Pink', 'Violet', 'Amber', 'Red', 'Cyan', 'Slate']
const palette = departmentPalette.map((value, at) => ({ name: colorNames[at] ?? value, value }))

/** Product §5: a name of at least two characters and a colour `#RRGGBB`, kept after a failure. */
export function CreateDepartmentDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ name: '', color: departmentColorDefault as string })
  const [isRefused, setRefused] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const color = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useCreateDepartment(onClose)
  const errors = errorsOf(draft)
  const submit = () => {
    const department = NewDepartment.safeParse(draft)
    setRefused(!department.success)
    if (department.success) mutate({ body: department.data })
    else (errors.name ? name : color).current?.focus()
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
        error={isRefused ? errors.name : undefined}
      />
      <ColorField
        ref={color}
        label="Color"
        palette={palette}
        value={draft.color}
        disabled={isPending}
        onValueChange={(value) => setDraft({ ...draft, color: value })}
        error={isRefused ? errors.color : undefined}
      />
    </FormDialog>
  )
}

/** What the server would refuse, by field. */
function errorsOf(draft: { readonly name: string; readonly color: string }) {
  const { error } = NewDepartment.safeParse(draft)
  const message = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message
  return { name: message('name'), color: message('color') }
}
