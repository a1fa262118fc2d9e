import { type Document, documentsApi } from '@portal/contracts/documents'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { AlertDialog } from '@portal/ui/alert-dialog'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useState } from 'react'
import { OwnerDialog } from '../owner/owner-dialog.tsx'
import type { DocumentAct } from './document-acts.tsx'
import { documentLines } from './save-summary.ts'
import { VisibilityDialog } from './visibility-dialog.tsx'

const refreshes = [documentsApi.listDocuments.path, documentsApi.searchPassages.path]

/** Opens the dialogs of documents; `dialog` is the open one. */
export function useDocumentDialogs() {
  const [open, setOpen] = useState<{ act: DocumentAct; document: Document } | null>(null)
  const changeActivity = useReportedMutation(documentsApi.changeDocument, {
    refreshes,
    failure: 'Failed to change document',
    onDone: ({ isActive }) =>
      toast({
        title: 'Success',
        description: isActive
          ? 'Document activated successfully'
          : 'Document deactivated. The assistant stops citing it at once.',
        variant: 'success',
      }),
  })
  const act = (document: Document, chosen: DocumentAct) => {
    if (chosen === 'activity')
      changeActivity.mutate({ params: { id: document.id }, body: { isActive: !document.isActive } })
    else setOpen({ act: chosen, document })
  }
  const undo = useUndo()
  const onClose = () => setOpen(null)
  return {
    act,
    dialog: open && (
      <>
        {open.act === 'details' && (
          <AlertDialog onClose={onClose} title="Document details" lines={documentLines(open.document)} />
        )}
        {open.act === 'delete' && <DeleteDialog {...{ ...open, onClose, undo }} />}
        {open.act === 'owner' && <OwnerDialog {...{ ...open, onClose }} />}
        {open.act === 'visibility' && <VisibilityDialog {...{ ...open, onClose }} />}
      </>
    ),
  }
}

/** Takes a deletion back. Lives longer than the dialog: the message that offers it stays. */
function useUndo() {
  const { mutate } = useReportedMutation(documentsApi.restoreDocument, {
    refreshes,
    success: 'Document restored',
    failure: 'Failed to restore document',
  })
  return (id: string) => mutate({ params: { id } })
}

interface DialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** Asks before a document is deleted. Stays open when that fails, so that it can be tried again. */
function DeleteDialog({ document, onClose, undo }: DialogProps & { readonly undo: (id: string) => void }) {
  const unauthorized = useUnauthorized()
  const { mutate, isPending } = useRouteMutation(documentsApi.deleteDocument, {
    refreshes,
    onDone: () => {
      toast({
        title: 'Success',
        description: 'Document deleted successfully',
        variant: 'success',
        action: { label: 'Undo', onChoose: () => undo(document.id) },
      })
      onClose()
    },
    onFailure: (error) => {
      if (isUnauthorized(error)) unauthorized()
      else toast({ title: 'Error', description: 'Failed to delete document', variant: 'error' })
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete document"
      question={`Are you sure you want to delete "${document.title}"? The assistant stops citing it at once. It can be restored for 30 days.`}
      confirmLabel="Delete document"
      onConfirm={() => mutate({ params: { id: document.id } })}
      isBusy={isPending}
    />
  )
}
