import type { Document } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { ColorName } from '@portal/ui/color-name'
import { RelativeTime } from '@portal/ui/relative-time'
import { FileText } from 'lucide-react'
import { memo, useId } from 'react'
import { OwnerName } from '../owner/owner-name.tsx'
import { FaultReason } from '../versions/fault-reason.tsx'
import { type DocumentAct, DocumentActs } from './document-acts.tsx'
import { DocumentStatus } from './document-status.tsx'
import { shownId } from './filter-documents.ts'
import { useDepartment } from './queries.ts'

interface DocumentCardProps {
  readonly document: Document
  readonly onAct: (document: Document, act: DocumentAct) => void
}

/** A document with its acts. Memoized by document: there may be hundreds. */
export const DocumentCard = memo(Card, (before, after) => before.document === after.document)

function Card({ document, onAct }: DocumentCardProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="group/row flex h-full flex-col rounded-card border border-default bg-panel"
    >
      <header className="flex gap-3 px-4 pt-4">
        <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-control bg-sunken text-tertiary">
          <FileText className="size-4" />
        </span>
        <div className="min-w-0">
          <h3 id={titleId} className="line-clamp-2 font-semibold text-14" dir="auto" title={document.title}>
            <Link to={`/documents/${document.id}`} className="hover:underline">
              {document.title}
            </Link>
          </h3>
          <p className="truncate text-12 text-tertiary">
            ID <bdi>{shownId(document)}</bdi>
          </p>
        </div>
      </header>
      <DocumentFacts document={document} />
      <DocumentActs
        document={document}
        titleId={titleId}
        onAct={(act) => onAct(document, act)}
        className="border-subtle border-t px-4 py-3"
      />
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
        <dt className="text-tertiary">Owner</dt>
        <dd className="flex min-w-0">
          <OwnerName ownerId={document.ownerId} />
        </dd>
        <dt className="text-tertiary">Status</dt>
        <dd className="flex flex-wrap gap-1.5">
          <DocumentStatus document={document} />
        </dd>
        <dt className="text-tertiary">Created</dt>
        <dd>
          <RelativeTime at={document.createdAt} />
        </dd>
      </dl>
      {ingestion.reason !== null && (
        <p
          className={ingestion.state === 'failed' ? 'text-12 text-danger-text' : 'text-12 text-warning-text'}
        >
          <FaultReason document={document} />
        </p>
      )}
    </div>
  )
}
