import type { Document } from '@portal/contracts/documents'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { useDocuments } from '../library/queries.ts'
import { UploadRow } from './upload-row.tsx'

/** A finished upload and its time in milliseconds since the epoch. */
export interface Uploaded {
  readonly document: Document
  readonly at: number
}

export interface RecentUploadsProps {
  /** Uploads since the page was loaded, newest first. */
  readonly uploaded: readonly Uploaded[]
  readonly onClear: (rest: readonly Uploaded[]) => void
}

/** Recent uploads until the assistant can cite them; server events refresh the list behind it. */
export function RecentUploads({ uploaded, onClear }: RecentUploadsProps) {
  const { data, dataUpdatedAt } = useDocuments()
  const shown = uploaded.flatMap(({ document, at }): Uploaded[] => {
    const now = data?.find(({ id }) => id === document.id)
    if (now) return [{ document: now, at }]
    // A list that is younger than the upload and does not have it: deleted since.
    return dataUpdatedAt > at ? [] : [{ document, at }]
  })
  if (shown.length === 0) return null
  const unfinished = shown.filter(({ document }) => !isFinished(document.ingestion.state))
  const failed = shown.filter(({ document }) => document.ingestion.state === 'failed').length
  return (
    <section aria-label="Uploaded now">
      <header className="flex min-h-10 items-center gap-2 border-subtle border-t bg-canvas px-4 py-1.5">
        <h3 className="font-semibold text-14">Uploaded now</h3>
        <p className="flex-1 text-13 text-tertiary">{summary(shown.length, failed)}</p>
        {unfinished.length < shown.length && (
          <Button size="sm" variant="ghost" onClick={() => onClear(unfinished)}>
            Clear finished
          </Button>
        )}
      </header>
      <ul className="list-none">
        {shown.map(({ document }) => (
          <li key={document.id} className="border-subtle border-t px-4 py-2.5">
            <UploadRow document={document} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isFinished(state: Document['ingestion']['state']): boolean {
  return state === 'ready' || state === 'failed'
}

function summary(count: number, failed: number): string {
  const files = counted(count, 'file')
  return failed === 0 ? files : `${files}, ${counted(failed, 'needs', 'need')} attention`
}
