import { organizationNameMax } from '@portal/contracts/organization-name'
import { FormDialog } from '@portal/ui/form-dialog'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { useCreateOrganization } from './queries.ts'

/** Product §2 and §5: one required name; the server validates the rest (decision 46). */
export function AddOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const { mutate, isPending } = useCreateOrganization(onClose)
  const submit = () => {
    if (name.trim() !== '') mutate({ body: { name: name.trim() } })
  }
  return (
    <FormDialog
      title="Add Organization"
      description="It starts without members, with the default departments and an ID of its own."
      submitLabel="Create Organization"
      busyLabel="Creating..."
      isBusy={isPending}
      isIncomplete={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Organization Name"
        required
        autoComplete="off"
        maxLength={organizationNameMax}
        value={name}
        disabled={isPending}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
