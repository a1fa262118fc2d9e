import type { Document } from '@portal/contracts/documents'
import { AlertDialog } from '@portal/ui/alert-dialog'
import { documentLines } from './document-lines.ts'

export interface DocumentDialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** View Details: the six fields as an alert of the page (decision 60). */
export function DetailsDialog({ document, onClose }: DocumentDialogProps) {
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Document details"
      lines={documentLines(document)}
    />
  )
}
