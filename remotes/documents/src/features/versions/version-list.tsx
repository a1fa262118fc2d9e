import { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useCan } from '@portal/remote-kit/session'
import { Badge } from '@portal/ui/badge'
import { Button, buttonClass } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { isFocusLost } from '@portal/ui/use-focus-after-removal'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { effectiveWords } from './effective-words.tsx'
import { differencePath, refreshedReads, textPath, useNameOf } from './queries.ts'
import { SubmitVersion } from './submit-version.tsx'
import { VersionStatusBadge } from './version-status.tsx'

export interface VersionListProps {
  readonly versions: readonly DocumentVersion[]
  /** Whether the person may submit and withdraw them. */
  readonly mayWrite: boolean
  readonly onDetails: (version: DocumentVersion) => void
  /** Asks people to acknowledge the current version; absent for those who may not. */
  readonly onAsk?: ((version: DocumentVersion) => void) | undefined
}

/** Every version, newest first, with what may be done with it. */
export function VersionList({ versions, mayWrite, onDetails, onAsk }: VersionListProps) {
  return (
    <ul aria-label="Versions" className="flex flex-col gap-3">
      {versions.map((version) => (
        <li key={version.id}>
          <VersionRow
            version={version}
            mayWrite={mayWrite}
            canCompare={versions.length > 1}
            onDetails={() => onDetails(version)}
            onAsk={version.isActive && onAsk ? () => onAsk(version) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

interface VersionRowProps extends Pick<VersionListProps, 'mayWrite'> {
  readonly version: DocumentVersion
  readonly canCompare: boolean
  readonly onDetails: () => void
  readonly onAsk: (() => void) | undefined
}

function VersionRow({ version, mayWrite, canCompare, onDetails, onAsk }: VersionRowProps) {
  const titleId = useId()
  const nameOf = useNameOf()
  const effective = effectiveWords(version)
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card border border-default bg-panel p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="min-w-0 font-semibold text-14">
          <Link
            to={version.isActive ? `/documents/${version.documentId}` : textPath(version)}
            className="hover:underline"
          >
            Version {version.version}: <bdi className="break-words">{version.title}</bdi>
          </Link>
        </h2>
        {version.isActive && <Badge tone="accent">Current Version</Badge>}
        <VersionStatusBadge version={version} />
      </div>
      <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-13 text-secondary">
        {version.changes || 'First version.'}
      </p>
      {version.ingestion.state === 'failed' && (
        <p className="text-12 text-danger-text">{version.ingestion.reason}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="mr-auto min-w-0 text-12 text-tertiary">
          <bdi className="wrap-anywhere">{version.fileName}</bdi>, created{' '}
          <RelativeTime at={version.createdAt} /> by <bdi>{nameOf(version.createdBy)}</bdi>
          {effective !== null && <>, takes effect {effective}</>}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="sm" aria-describedby={titleId} onClick={onDetails}>
            View Details
          </Button>
          {canCompare && (
            <Link
              to={differencePath(version)}
              className={buttonClass({ size: 'sm' })}
              aria-describedby={titleId}
            >
              Compare
            </Link>
          )}
          {onAsk && (
            <Button size="sm" aria-describedby={titleId} onClick={onAsk}>
              Start campaign
            </Button>
          )}
          <VersionActs version={version} mayWrite={mayWrite} titleId={titleId} />
        </span>
      </div>
    </article>
  )
}

function VersionActs(props: Pick<VersionRowProps, 'version' | 'mayWrite'> & { readonly titleId: string }) {
  const { version, mayWrite, titleId } = props
  const mayActivate = useCan(documentsApi.activateVersion)
  const input = { params: { id: version.documentId, versionId: version.id } }
  const pressed = useRef<HTMLButtonElement>(null)
  // The acts take their own buttons away.
  const onDone = () => {
    if (isFocusLost() || document.activeElement === pressed.current)
      document.getElementById(titleId)?.querySelector('a')?.focus({ preventScroll: true })
  }
  const reported = { refreshes: refreshedReads, onDone }
  const activate = useReportedMutation(documentsApi.activateVersion, {
    ...reported,
    success: 'Document version activated',
    failure: 'Failed to activate the version',
  })
  const [isSubmitting, setSubmitting] = useState(false)
  const withdraw = useReportedMutation(documentsApi.withdrawVersion, {
    ...reported,
    success: 'Document version withdrawn',
    failure: 'Failed to withdraw the version',
  })
  const button = { size: 'sm' as const, 'aria-describedby': titleId }
  const act = ({ mutate }: typeof activate | typeof withdraw) => ({
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      pressed.current = currentTarget
      mutate(input)
    },
  })
  return (
    <>
      {mayWrite && version.status === 'draft' && (
        <Button {...button} onClick={() => setSubmitting(true)}>
          Submit
        </Button>
      )}
      {isSubmitting && <SubmitVersion version={version} onClose={() => setSubmitting(false)} />}
      {mayWrite && mayBeWithdrawn(version) && (
        <Button {...button} busy={withdraw.isPending} {...act(withdraw)}>
          Withdraw
        </Button>
      )}
      {mayActivate && version.status === 'approved' && !version.isActive && (
        <Button
          {...button}
          // What was in force before is brought back rarely, and what has its day comes by itself.
          variant={version.activatedAt === null && version.effectiveAt === null ? 'primary' : 'secondary'}
          busy={activate.isPending}
          {...act(activate)}
        >
          Activate
        </Button>
      )}
    </>
  )
}

/** While it awaits approval, and once approved until it has been in force. */
function mayBeWithdrawn({ status, isActive, activatedAt }: DocumentVersion): boolean {
  return status === 'pending_approval' || (status === 'approved' && !isActive && activatedAt === null)
}
