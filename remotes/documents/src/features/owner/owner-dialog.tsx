import { type Document, documentsApi } from '@portal/contracts/documents'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { FormDialog } from '@portal/ui/form-dialog'
import { Select } from '@portal/ui/select'
import { useState } from 'react'
import { useMembers } from '../versions/queries.ts'

const refreshes = [documentsApi.listDocuments.path]

/** Members as options of a select that names an owner. */
export function useOwnerOptions() {
  return useMembers().map(({ id, name }) => ({ value: id, label: name }))
}

interface OwnerDialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** Names the member who answers for a document (decision 75). */
export function OwnerDialog({ document, onClose }: OwnerDialogProps) {
  const options = useOwnerOptions()
  const [seen] = useState(document.ownerId)
  const [ownerId, setOwnerId] = useState(seen ?? '')
  const { mutate, isPending } = useReportedMutation(documentsApi.changeDocument, {
    refreshes,
    success: 'Owner changed',
    failure: 'Failed to change document',
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Who owns "${document.title}"`}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() =>
        mutate({ params: { id: document.id }, body: { ownerId: ownerId || null, seen: { ownerId: seen } } })
      }
    >
      <Select
        label="Owner"
        placeholder="No owner"
        options={options}
        value={ownerId}
        disabled={isPending}
        onChange={(event) => setOwnerId(event.target.value)}
        hint="May write and submit versions of this document, and is reminded of its reviews."
      />
    </FormDialog>
  )
}
