import { type Document, documentsApi } from '@portal/contracts/documents'
import type { IngestionState } from '@portal/contracts/ingestion'
import { useCan } from '@portal/remote-kit/session'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { ColorName } from '@portal/ui/color-name'
import { RelativeTime } from '@portal/ui/relative-time'
import { Download, FileText, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { shownId } from './filter-documents.ts'
import { useDepartment } from './queries.ts'
import { saveSummary } from './save-summary.ts'

interface DocumentCardProps {
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

/** Department, status and date of a document, and why the assistant cannot read it, if so. */
function DocumentFacts({ document }: { readonly document: Document }) {
  const { departmentId, departmentName, ingestion } = document
  const department = useDepartment(departmentId)
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 px-4 py-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-13">
        <dt className="text-tertiary">Department</dt>
        <dd className="flex min-w-0">
          {departmentName === null ? 'None' : <ColorName name={departmentName} color={department?.color} />}
        </dd>
        <dt className="text-tertiary">Status</dt>
        <dd className="flex flex-wrap gap-1.5">
          <Badge tone={document.isActive ? 'success' : 'neutral'}>
            {document.isActive ? 'Active' : 'Inactive'}
          </Badge>
          {badges[ingestion.state]}
        </dd>
        <dt className="text-tertiary">Created</dt>
        <dd>
          <RelativeTime at={document.createdAt} />
        </dd>
      </dl>
      {ingestion.state === 'failed' && (
        <p className="text-12 text-danger-text" dir="auto">
          {ingestion.reason}
        </p>
      )}
    </div>
  )
}

/** A document's ingestion state; nothing once it is ready. */
const badges: Readonly<Record<IngestionState, ReactNode>> = {
  queued: <Badge tone="info">Waiting</Badge>,
  reading: <Badge tone="info">Reading</Badge>,
  indexing: <Badge tone="info">Indexing</Badge>,
  ready: null,
  failed: <Badge tone="danger">Not readable</Badge>,
}
