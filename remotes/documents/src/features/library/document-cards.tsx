import type { Document } from '@portal/contracts/documents'
import { AlertDialog } from '@portal/ui/alert-dialog'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { useState } from 'react'
import { DocumentCard } from './document-card.tsx'
import { documentLines } from './document-lines.ts'
import { useDeleteDocument } from './queries.ts'

/** Cards per page: more than most libraries have, and still quick to render. */
const cardsAtATime = 250

interface OpenDialog {
  readonly kind: 'details' | 'delete'
  readonly document: Document
}

export function DocumentCards({ documents }: { readonly documents: readonly Document[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
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
      {dialog?.kind === 'details' && <DetailsDialog document={dialog.document} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDialog document={dialog.document} onClose={close} />}
    </>
  )
}

interface DocumentDialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** View Details: the six fields as an alert of the page (decision 60). */
function DetailsDialog({ document, onClose }: DocumentDialogProps) {
  return <AlertDialog onClose={onClose} title="Document details" lines={documentLines(document)} />
}

/** Asks before a document is deleted. Stays open when that fails, so that it can be tried again. */
function DeleteDialog({ document, onClose }: DocumentDialogProps) {
  const deletion = useDeleteDocument(onClose)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete document"
      question={`Are you sure you want to delete "${document.title}"? The assistant stops citing it at once.`}
      confirmLabel="Delete document"
      onConfirm={() => deletion.mutate({ params: { id: document.id } })}
      isBusy={deletion.isPending}
      destructive
    />
  )
}
