import type { Document, Ingestion, IngestionState } from '@portal/contracts/documents'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import { ColorName } from '@portal/ui/color-name'
import { RelativeTime } from '@portal/ui/relative-time'
import { departmentOf, useDepartments } from './queries.ts'

/** Department, status and date of a document, and why the assistant cannot read it, if so. */
export function DocumentFacts({ document }: { readonly document: Document }) {
  const departments = useDepartments()
  const { departmentId, departmentName, ingestion } = document
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 px-4 py-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-13">
        <dt className="text-tertiary">Department</dt>
        <dd className="flex min-w-0">
          {departmentName === null ? (
            'None'
          ) : (
            <ColorName name={departmentName} color={departmentOf(departments.data, departmentId)?.color} />
          )}
        </dd>
        <dt className="text-tertiary">Status</dt>
        <dd className="flex flex-wrap gap-1.5">
          <Badge tone={document.isActive ? 'success' : 'neutral'}>
            {document.isActive ? 'Active' : 'Inactive'}
          </Badge>
          <IngestionBadge ingestion={ingestion} />
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

const words: Readonly<
  Record<Exclude<IngestionState, 'ready'>, { readonly word: string; readonly tone: BadgeTone }>
> = {
  queued: { word: 'Waiting', tone: 'info' },
  reading: { word: 'Reading', tone: 'info' },
  indexing: { word: 'Indexing', tone: 'info' },
  failed: { word: 'Not readable', tone: 'danger' },
}

/** A document's ingestion state; nothing once it is ready. */
function IngestionBadge({ ingestion }: { readonly ingestion: Ingestion }) {
  if (ingestion.state === 'ready') return null
  const { word, tone } = words[ingestion.state]
  return <Badge tone={tone}>{word}</Badge>
}
