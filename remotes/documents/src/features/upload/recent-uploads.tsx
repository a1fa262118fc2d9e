import type { Document } from '@portal/contracts/documents'
import { Button } from '@portal/ui/button'
import { useDocuments } from '../library/queries.ts'
import { UploadRow } from './upload-row.tsx'

export interface RecentUploadsProps {
  /** What this visit has uploaded, as it was answered. */
  readonly uploaded: readonly Document[]
  readonly onClear: (rest: readonly Document[]) => void
}

/** The uploads of this visit, followed until the assistant can cite them: the server's events refresh the list behind it. */
export function RecentUploads({ uploaded, onClear }: RecentUploadsProps) {
  const documents = useDocuments()
  if (uploaded.length === 0) return null
  const shown = uploaded.map((then) => documents.data?.find(({ id }) => id === then.id) ?? then)
  const unfinished = shown.filter(({ ingestion }) => !isFinished(ingestion.state))
  const failed = shown.filter(({ ingestion }) => ingestion.state === 'failed').length
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
        {shown.map((document) => (
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
  const files = count === 1 ? '1 file' : `${count} files`
  if (failed === 0) return files
  return `${files}, ${failed === 1 ? '1 needs' : `${failed} need`} attention`
}
