import { contentPreviewLength, type DocumentVersion } from '@portal/contracts/versions'
import { Badge } from '@portal/ui/badge'
import { RelativeTime } from '@portal/ui/relative-time'
import { effectiveWords } from './effective-words.tsx'
import { useNameOf } from './queries.ts'
import { VersionStatusBadge } from './version-status.tsx'

/** Status, file, author, changes, and 500 characters of the text (product §9). */
export function VersionFacts({ version }: { readonly version: DocumentVersion }) {
  const nameOf = useNameOf()
  const effective = effectiveWords(version)
  return (
    <>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13">
        <dt className="text-tertiary">Status</dt>
        <dd className="flex flex-wrap gap-1.5">
          {version.isActive && <Badge tone="accent">Current Version</Badge>}
          <VersionStatusBadge version={version} />
        </dd>
        <dt className="text-tertiary">File</dt>
        <dd dir="auto" className="wrap-anywhere">
          {version.fileName}
        </dd>
        <dt className="text-tertiary">Created</dt>
        <dd>
          <RelativeTime at={version.createdAt} /> by <bdi>{nameOf(version.createdBy)}</bdi>
        </dd>
        {effective !== null && (
          <>
            <dt className="text-tertiary">Takes effect</dt>
            <dd>{effective}</dd>
          </>
        )}
        <dt className="text-tertiary">Changes</dt>
        <dd dir="auto" className="whitespace-pre-line break-words">
          {version.changes || 'First version.'}
        </dd>
      </dl>
      <section aria-label="Content preview">
        <h3 className="mb-1.5 font-medium text-13">Content preview</h3>
        <p
          dir="auto"
          className="max-h-60 overflow-y-auto whitespace-pre-line break-words rounded-control border border-default bg-sunken p-3 text-13"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          {previewOf(version)}
        </p>
      </section>
    </>
  )
}

function previewOf({ content, ingestion }: DocumentVersion): string {
  if (content !== null) return content.slice(0, contentPreviewLength)
  return ingestion.state === 'failed'
    ? (ingestion.reason ?? 'The file could not be read.')
    : 'The file is being read.'
}
