import type { Document, IngestionState } from '@portal/contracts/documents'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Check, TriangleAlert } from 'lucide-react'
import { useDocuments } from '../library/queries.ts'

/** How far each stage is on the way to the assistant, in percent, with its word. */
const stages: Readonly<Record<IngestionState, { readonly word: string; readonly percent: number }>> = {
  queued: { word: 'Waiting', percent: 10 },
  reading: { word: 'Reading', percent: 35 },
  indexing: { word: 'Indexing', percent: 70 },
  ready: { word: 'Ready', percent: 100 },
  failed: { word: 'Failed', percent: 100 },
}

/** The uploads of this visit, followed until the assistant can cite them; the server's events refresh the list behind it. */
export function RecentUploads({ ids }: { readonly ids: readonly string[] }) {
  const documents = useDocuments()
  const shown = ids.flatMap((id) => documents.data?.find((document) => document.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <ul aria-label="Uploaded now" className="list-none divide-y divide-subtle border-subtle border-t">
      {shown.map((document) => (
        <li key={document.id} className="px-4 py-3">
          <UploadRow document={document} />
        </li>
      ))}
    </ul>
  )
}

function UploadRow({ document }: { readonly document: Document }) {
  const { state, reason, passages } = document.ingestion
  const { word, percent } = stages[state]
  return (
    <div className="flex flex-col gap-1" role="status">
      <p className="truncate text-14" dir="auto">
        {document.title}
      </p>
      {state === 'ready' && (
        <p className="flex items-center gap-2 text-12 text-success-text">
          <Check aria-hidden="true" className="size-3.5" />
          Ready. The assistant can cite it now.
        </p>
      )}
      {state === 'failed' && (
        <p className="flex items-center gap-2 text-12 text-danger-text">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          <span>
            <strong>Failed.</strong> {reason}
          </span>
        </p>
      )}
      {state !== 'ready' && state !== 'failed' && (
        <div className="flex items-center gap-3 text-12 text-secondary">
          <span className="w-16">{word}</span>
          <ProgressBar className="flex-1" label={`${document.title}: ${word}`} value={percent} />
          {passages !== null && <span>{passages} passages</span>}
        </div>
      )}
    </div>
  )
}
