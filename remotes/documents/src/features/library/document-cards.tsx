import { type Document, documentsApi } from '@portal/contracts/documents'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { AlertDialog } from '@portal/ui/alert-dialog'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { DocumentCard } from './document-card.tsx'
import { documentLines } from './save-summary.ts'

/** Cards per page: more than most libraries have, and still quick to render. */
const cardsAtATime = 250

export function DocumentCards({ documents }: { readonly documents: readonly Document[] }) {
  const [dialog, setDialog] = useState<{ kind: 'details' | 'delete'; document: Document } | null>(null)
  const [limit, setLimit] = useState(cardsAtATime)
  const list = useFocusAfterRemoval<HTMLUListElement>(documents.length)
  const close = () => setDialog(null)
  const rest = documents.length - limit
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Documents"
        className="grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4 outline-none"
      >
        {documents.slice(0, limit).map((document) => (
          <li key={document.id} className="min-w-0">
            <DocumentCard
              document={document}
              onDetails={() => setDialog({ kind: 'details', document })}
              onDelete={() => setDialog({ kind: 'delete', document })}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-3 text-13 text-secondary">
          {limit} of {documents.length} documents
          <Button onClick={() => setLimit(limit + cardsAtATime)}>
            Show {Math.min(rest, cardsAtATime)} more
          </Button>
        </div>
      )}
      {dialog?.kind === 'details' && (
        <AlertDialog onClose={close} title="Document details" lines={documentLines(dialog.document)} />
      )}
      {dialog?.kind === 'delete' && <DeleteDialog document={dialog.document} onClose={close} />}
    </>
  )
}

/** Asks before a document is deleted. Stays open when that fails, so that it can be tried again. */
function DeleteDialog({ document, onClose }: { readonly document: Document; readonly onClose: () => void }) {
  const unauthorized = useUnauthorized()
  const { mutate, isPending } = useRouteMutation(documentsApi.deleteDocument, {
    refreshes: [documentsApi.listDocuments.path],
    onDone: () => {
      toast({ title: 'Success', description: 'Document deleted successfully', variant: 'success' })
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
      question={`Are you sure you want to delete "${document.title}"? The assistant stops citing it at once.`}
      confirmLabel="Delete document"
      onConfirm={() => mutate({ params: { id: document.id } })}
      isBusy={isPending}
    />
  )
}
