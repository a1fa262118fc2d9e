import type { MasterOrganization } from '@portal/contracts/master-admin'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { TextField } from '@portal/ui/text-field'
import { useState } from 'react'
import { useDeleteOrganization } from './queries.ts'

export interface DeleteOrganizationDialogProps {
  readonly organization: MasterOrganization
  readonly onClose: () => void
}

/** Asks in the specified words, and for the name to be typed (decision 38). */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useDeleteOrganization(onClose)
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
