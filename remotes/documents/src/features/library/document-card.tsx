import { type Document, documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { Download, FileText, Trash2 } from 'lucide-react'
import { memo, useId } from 'react'
import { DocumentFacts } from './document-facts.tsx'
import { shownId } from './filter-documents.ts'
import { saveSummary } from './save-summary.ts'

export interface DocumentCardProps {
  readonly document: Document
  readonly onDetails: () => void
  readonly onDelete: () => void
}

/** A document with its actions. Memoized by document: there may be hundreds. */
export const DocumentCard = memo(Card, (before, after) => before.document === after.document)

function Card({ document, onDetails, onDelete }: DocumentCardProps) {
  const canDelete = useCan(documentsApi.deleteDocument)
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col rounded-card border border-default bg-panel"
    >
      <header className="flex gap-3 px-4 pt-4">
        <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-control bg-sunken text-tertiary">
          <FileText className="size-4" />
        </span>
        <div className="min-w-0">
          <h3 id={titleId} className="line-clamp-2 font-semibold text-14" dir="auto" title={document.title}>
            {document.title}
          </h3>
          <p className="truncate text-12 text-tertiary">
            ID <bdi>{shownId(document)}</bdi>
          </p>
        </div>
      </header>
      <DocumentFacts document={document} />
      <footer className="flex flex-wrap gap-2 border-subtle border-t px-4 py-3">
        <Button size="sm" aria-describedby={titleId} onClick={onDetails}>
          View Details
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-describedby={titleId}
          aria-label="Save/Download"
          title="Save these facts as a text file"
          onClick={() => saveSummary(document)}
        >
          <Download className="size-3.5" />
          Save
        </Button>
        {canDelete && (
          <span className="ml-auto">
            <Button size="sm" variant="danger-quiet" aria-describedby={titleId} onClick={onDelete}>
              <Trash2 className="size-3.5" />
              Delete
            </Button>
          </span>
        )}
      </footer>
    </article>
  )
}
