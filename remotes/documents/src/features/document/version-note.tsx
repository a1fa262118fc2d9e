import type { Document } from '@portal/contracts/documents'
import type { VersionText } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { History } from 'lucide-react'

interface VersionNoteProps {
  readonly source: VersionText
  readonly current: Document['currentVersion']
}

/** A version that is not the current one says so, and leads to the one in force. */
export function VersionNote({ source, current }: VersionNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-warning-border bg-warning-subtle px-4 py-2.5 text-13 text-warning-text"
    >
      <History aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{noteOf({ source, current })}</p>
      {current && (
        <Link to={`/documents/${source.documentId}`} className={buttonClass({ size: 'sm' })}>
          Open version {current.version}
        </Link>
      )}
    </div>
  )
}

function noteOf({ source, current }: VersionNoteProps): string {
  const { version, supersededAt, status, areChangesRequested } = source
  if (current && supersededAt) return `This is version ${version}, superseded by version ${current.version}.`
  const words = `This is version ${version}, which is not in force`
  if (areChangesRequested) return `${words}: changes were requested.`
  return status === 'pending_approval' ? `${words}: it awaits approval.` : `${words}.`
}
