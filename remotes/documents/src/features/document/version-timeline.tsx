import { Link } from '@portal/remote-kit/link'
import { Badge } from '@portal/ui/badge'
import { RelativeTime } from '@portal/ui/relative-time'
import { useVersions } from '../versions/queries.ts'
import { VersionStatusBadge } from '../versions/version-status.tsx'

interface VersionTimelineProps {
  readonly documentId: string
  /** The version on show. */
  readonly versionId: string
}

/**
 * The versions that one may see, newest first, each with a link that opens it here. On small
 * windows the header's link to the versions page is enough.
 */
export function VersionTimeline({ documentId, versionId }: VersionTimelineProps) {
  const versions = useVersions(documentId).data ?? []
  if (versions.length < 2) return null
  return (
    <nav aria-label="Versions" className="hidden flex-col gap-1 @min-[50rem]:flex">
      <p className="mb-1 pl-2.5 font-semibold text-13">Versions</p>
      <ol className="flex list-none flex-col gap-1">
        {versions.map((version) => (
          <li key={version.id}>
            <Link
              to={
                version.isActive
                  ? `/documents/${documentId}`
                  : `/documents/${documentId}?version=${version.id}`
              }
              isCurrent={version.id === versionId}
              className="flex flex-col gap-1 rounded-control border border-transparent px-2.5 py-1.5 text-12 text-secondary hover:bg-hover aria-[current]:border-default aria-[current]:bg-panel"
            >
              <span className="flex items-baseline gap-2">
                <span className="flex-1 font-medium text-13 text-primary">Version {version.version}</span>
                <RelativeTime at={version.activatedAt ?? version.approvedAt ?? version.createdAt} />
              </span>
              {version.changes !== '' && (
                <span className="line-clamp-2" dir="auto">
                  {version.changes}
                </span>
              )}
              <span>
                {version.isActive ? (
                  <Badge tone="accent">Current Version</Badge>
                ) : (
                  <VersionStatusBadge version={version} />
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
