import {
  departmentColorDefault,
  departmentNameMax,
  departmentPalette,
  NewDepartment,
} from '@portal/contracts/departments'
import { Button } from '@portal/ui/button'
import { ColorField } from '@portal/ui/color-field'
import { Dialog } from '@portal/ui/dialog'
import { TextField } from '@portal/ui/text-field'
import { type FormEvent, useRef, useState } from 'react'
import { useCreateDepartment } from './queries.ts'

/** What the colours of the palette are called, in its order. */
const colorNames = ['Emerald', 'Blue', 'Pink', 'Violet', 'Amber', 'Red', 'Cyan', 'Slate']
const palette = departmentPalette.map((value, at) => ({ name: colorNames[at] ?? value, value }))

/** Specification §5: a name of at least two characters and a colour `#RRGGBB`. What was typed stays after a failure. */
export function CreateDepartmentDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState({ name: '', color: departmentColorDefault as string })
  const [isRefused, setRefused] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const color = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useCreateDepartment(onClose)
  const errors = errorsOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const department = NewDepartment.safeParse(draft)
    setRefused(!department.success)
    if (department.success) mutate({ body: department.data })
    else (errors.name ? name : color).current?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      title="Create Department"
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {isPending ? 'Creating...' : 'Create Department'}
          </Button>
        </>
      }
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
    </Dialog>
  )
}

/** What the server would refuse, by field. */
function errorsOf(draft: { readonly name: string; readonly color: string }) {
  const { error } = NewDepartment.safeParse(draft)
  const message = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message
  return { name: message('name'), color: message('color') }
}
