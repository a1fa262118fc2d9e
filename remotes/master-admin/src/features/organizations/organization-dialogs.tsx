import { type MasterOrganization, masterApi } from '@portal/contracts/master-admin'
import { organizationNameMax } from '@portal/contracts/organization-name'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { FormDialog } from '@portal/ui/form-dialog'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { masterLists } from '../page/queries.ts'

/** Product §2 and §5: one required name; the server validates the rest (decision 46). */
export function AddOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const { mutate, isPending } = useReportedMutation(masterApi.createOrganization, {
    refreshes: masterLists,
    success: 'Organization created successfully with auto-generated 6-letter ID',
    failure: 'Failed to create organization',
    onDone: onClose,
  })
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

export interface DeleteOrganizationDialogProps {
  readonly organization: MasterOrganization
  readonly onClose: () => void
}

/** Asks in the specified words, and for the name to be typed (decision 38). */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useReportedMutation(masterApi.deleteOrganization, {
    refreshes: masterLists,
    success: 'Organization deleted successfully',
    failure: 'Failed to delete organization',
    onDone: onClose,
  })
  const { id, name } = organization
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete organization"
      question={
        <>
          Are you sure you want to delete "<bdi>{name}</bdi>"? This action cannot be undone and will remove
          all associated data.
        </>
      }
      confirmLabel="Delete organization"
      onConfirm={() => mutate({ params: { id } })}
      isBusy={isPending}
      isBlocked={typed.trim() !== name.trim()}
    >
      <p className="text-13 text-secondary">
        Nobody can use it from that moment on. Its documents, conversations and records are then removed from
        every store; the page Deletions shows how far that is.
      </p>
      <TextField
        className="mt-2"
        label="Type the organization's name to confirm"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        disabled={isPending}
        placeholder={name}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}
