import { organizationNameMax } from '@portal/contracts/organization-name'
import { Button } from '@portal/ui/button'
import { Dialog } from '@portal/ui/dialog'
import { TextField } from '@portal/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useCreateOrganization } from './queries.ts'

/** Specification §2 and §5: one required name; the button waits for it, all else the server says (decision 46). */
export function AddOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const { mutate, isPending } = useCreateOrganization(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') mutate({ body: { name: name.trim() } })
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      title="Add Organization"
      description="It starts without members, with the default departments and an ID of its own."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isPending} disabled={name.trim() === ''}>
            {isPending ? 'Creating...' : 'Create Organization'}
          </Button>
        </>
      }
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
    </Dialog>
  )
}
