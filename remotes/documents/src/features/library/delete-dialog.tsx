import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import type { DocumentDialogProps } from './details-dialog.tsx'
import { useDeleteDocument } from './queries.ts'

/** Asks before a document is deleted. Stays open when that fails, so that it can be tried again. */
export function DeleteDialog({ document, onClose }: DocumentDialogProps) {
  const deletion = useDeleteDocument(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete document"
      question={`Are you sure you want to delete "${document.title}"? The assistant stops citing it at once.`}
      confirmLabel="Delete document"
      onConfirm={() => deletion.mutate({ params: { id: document.id } })}
      isBusy={deletion.isPending}
      destructive
    />
  )
}
