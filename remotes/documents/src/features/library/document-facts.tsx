import type { Document, IngestionState } from '@portal/contracts/documents'
import { Badge } from '@portal/ui/badge'
import { ColorName } from '@portal/ui/color-name'
import { RelativeTime } from '@portal/ui/relative-time'
import type { ReactNode } from 'react'
import { useDepartment } from './queries.ts'

/** Department, status and date of a document, and why the assistant cannot read it, if so. */
export function DocumentFacts({ document }: { readonly document: Document }) {
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
