import { contentPreviewLength, type DocumentVersion } from '@portal/contracts/versions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Dialog } from '@portal/ui/dialog'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import { useApprovals, useNameOf } from './queries.ts'
import { ApprovalStatusBadge, VersionStatusBadge } from './version-status.tsx'

export interface VersionDetailsProps {
  readonly version: DocumentVersion
  readonly onClose: () => void
}

/** A version's facts, the beginning of its text, and who has decided what. */
export function VersionDetails({ version, onClose }: VersionDetailsProps) {
  return (
    <Dialog wide title={`Version ${version.version}: ${version.title}`} onClose={onClose}>
      <VersionFacts version={version} />
      <Approvals versionId={version.id} />
    </Dialog>
  )
}

/** Status, file, changes, and 500 characters of the text (product §9). */
export function VersionFacts({ version }: { readonly version: DocumentVersion }) {
  return (
    <>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13">
        <dt className="text-tertiary">Status</dt>
        <dd>
          <VersionStatusBadge version={version} />
        </dd>
        <dt className="text-tertiary">File</dt>
        <dd dir="auto" className="break-all">
          {version.fileName}
        </dd>
        <dt className="text-tertiary">Created</dt>
        <dd>
          <RelativeTime at={version.createdAt} />
        </dd>
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

function Approvals({ versionId }: { readonly versionId: string }) {
  const approvals = useApprovals(versionId)
  const nameOf = useNameOf()
  return (
    <section aria-label="Approvals">
      <h3 className="mb-1.5 font-medium text-13">Approvals</h3>
      {approvals.isPending && <Skeleton className="h-8 w-full" />}
      <ReadFailure title="The approvals could not be loaded" query={approvals} />
      {approvals.data?.length === 0 && (
        <p className="text-13 text-secondary">Nobody was asked to approve this version.</p>
      )}
      <ul className="flex flex-col gap-2">
        {approvals.data?.map((approval) => (
          <li key={approval.id} className="rounded-control border border-default p-2.5 text-13">
            <span className="flex flex-wrap items-center gap-2">
              <bdi className="font-medium">{nameOf(approval.approverUserId)}</bdi>
              <ApprovalStatusBadge status={approval.status} />
              <span className="text-12 text-tertiary">
                Round {approval.round}, stage {approval.stage}
              </span>
            </span>
            {approval.comments && (
              <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-secondary">
                {approval.comments}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
