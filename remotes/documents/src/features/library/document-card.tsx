import { type Document, documentsApi } from '@portal/contracts/documents'
import { useCan } from '@portal/remote-kit/session'
import { AlertDialog } from '@portal/ui/alert-dialog'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Download, FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DepartmentName } from './department-name.tsx'
import { documentLines } from './document-lines.ts'
import { IngestionBadge } from './ingestion-badge.tsx'
import { departmentOf, useDeleteDocument, useDepartments } from './queries.ts'
import { saveSummary } from './save-summary.ts'

/** One document with what may be done with it. */
export function DocumentCard({ document }: { readonly document: Document }) {
  const canDelete = useCan(documentsApi.deleteDocument)
  const [open, setOpen] = useState<'details' | 'delete' | null>(null)
  const deletion = useDeleteDocument(() => setOpen(null))
  const close = (isOpen: boolean) => {
    if (!isOpen) setOpen(null)
  }
  return (
    <article className="flex h-full flex-col rounded-card border border-default bg-panel">
      <DocumentFacts document={document} />
      <footer className="flex flex-wrap gap-2 border-subtle border-t px-4 py-3">
        <Button size="sm" onClick={() => setOpen('details')}>
          View Details
        </Button>
        <Button size="sm" variant="ghost" onClick={() => saveSummary(document)}>
          <Download aria-hidden="true" className="size-3.5" />
          Save
        </Button>
        {canDelete && (
          <Button size="sm" variant="danger-quiet" className="ml-auto" onClick={() => setOpen('delete')}>
            <Trash2 aria-hidden="true" className="size-3.5" />
            Delete
          </Button>
        )}
      </footer>
      <AlertDialog
        open={open === 'details'}
        onOpenChange={close}
        title="Document details"
        lines={documentLines(document)}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title="Delete document"
        question={`Are you sure you want to delete "${document.title}"? The assistant stops citing it at once.`}
        confirmLabel="Delete document"
        onConfirm={() => deletion.mutate({ params: { id: document.id } })}
        isBusy={deletion.isPending}
        destructive
      />
    </article>
  )
}

function DocumentFacts({ document }: { readonly document: Document }) {
  const departments = useDepartments()
  const department = departmentOf(departments.data, document.departmentId)
  return (
    <div className="flex flex-1 gap-3 p-4">
      <span className="grid size-8 shrink-0 place-items-center rounded-control border border-default bg-sunken text-tertiary">
        <FileText aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 font-semibold text-14" dir="auto" title={document.title}>
          {document.title}
        </h2>
        <p className="truncate text-12 text-tertiary">ID {document.customId || document.id}</p>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-13">
          <dt className="text-tertiary">Department</dt>
          <dd className="min-w-0">
            {document.departmentName === null ? (
              'None'
            ) : (
              <DepartmentName name={document.departmentName} color={department?.color} />
            )}
          </dd>
          <dt className="text-tertiary">Status</dt>
          <dd className="flex flex-wrap gap-1.5">
            <Badge tone={document.isActive ? 'success' : 'neutral'}>
              {document.isActive ? 'Active' : 'Inactive'}
            </Badge>
            <IngestionBadge ingestion={document.ingestion} />
          </dd>
          <dt className="text-tertiary">Created</dt>
          <dd>
            <RelativeTime at={document.createdAt} />
          </dd>
        </dl>
        {document.ingestion.state === 'failed' && (
          <p className="mt-3 text-12 text-danger-text">{document.ingestion.reason}</p>
        )}
      </div>
    </div>
  )
}
