import type { DocumentVersion, VersionText } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { EmptyState } from '@portal/ui/empty-state'
import { Spinner } from '@portal/ui/spinner'
import { ChevronRight, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { DecisionCard } from '../approvals/decision-card.tsx'
import { FaultReason } from '../versions/fault-reason.tsx'
import { useVersions } from '../versions/queries.ts'
import { OriginalFile, type OriginalFileProps } from './original-file.tsx'
import { hasPages, isGone, useVersionText, type VersionRef } from './queries.ts'
import { Reader } from './reader.tsx'
import { useReadingAddress } from './reading-address.ts'
import { VersionNote } from './version-note.tsx'

interface LoneVersionProps {
  readonly version: VersionRef
  readonly loading: ReactNode
  /** Where there is no such version, or not for this person. */
  readonly missing: ReactNode
}

/**
 * A version whose document is not open to the reader: approvers see what they decide on, the first
 * version of a new document too, and nothing else of it (decision 75).
 */
export function LoneVersion(props: LoneVersionProps) {
  const { id, versionId } = props.version
  const { cited } = useReadingAddress()
  const text = useVersionText(props.version, true)
  const source = isGone(text.error) ? undefined : text.data
  return (
    <>
      {source && <OpenHeader source={source} />}
      <DecisionCard
        key={versionId}
        versionId={versionId}
        isUnderApproval={source?.status === 'pending_approval'}
      />
      {source ? (
        <Reader
          key={`${versionId} ${cited?.start}`}
          version={{ id, versionId }}
          source={source}
          isPdf={hasPages(source)}
          isLoadingText={false}
          withoutText={null}
        />
      ) : isGone(text.error) ? (
        <VersionWithoutText {...props} />
      ) : (
        <>
          <h1 className="sr-only">Document</h1>
          {text.isPending && props.loading}
          <ReadFailure title="The text could not be loaded" query={text} />
        </>
      )}
    </>
  )
}

function OpenHeader({ source }: { readonly source: VersionText }) {
  const { documentId: id, versionId, version, fileName, title, customId } = source
  return (
    <>
      <LoneHeader crumb={customId} title={title} file={{ id, versionId, version, fileName }} />
      <VersionNote source={source} current={null} />
    </>
  )
}

/** Whose file could not be read, or is being read: it is decided on all the same. */
function VersionWithoutText({ version: { id, versionId }, loading, missing }: LoneVersionProps) {
  const versions = useVersions(id)
  const found = versions.data?.find((one) => one.id === versionId)
  if (found) return <OpenFile version={found} />
  return (
    <>
      <h1 className="sr-only">Document</h1>
      {versions.isPending && loading}
      {versions.data || isGone(versions.error) ? missing : null}
      {!isGone(versions.error) && <ReadFailure title="The version could not be loaded" query={versions} />}
    </>
  )
}

function OpenFile({ version: of }: { readonly version: DocumentVersion }) {
  const { documentId: id, id: versionId, version, fileName, title, ingestion, status } = of
  return (
    <>
      <LoneHeader crumb={`Version ${version}`} title={title} file={{ id, versionId, version, fileName }} />
      <DecisionCard key={versionId} versionId={versionId} isUnderApproval={status === 'pending_approval'} />
      {ingestion.state === 'failed' ? (
        <EmptyState
          icon={<FileX />}
          title="This file could not be read"
          description={
            <>
              <FaultReason document={{ ingestion, ownerId: null }} /> The original file can be saved.
            </>
          }
        />
      ) : (
        <EmptyState
          icon={<Spinner />}
          title="The text is being read"
          description="It can be opened here in a moment. The original file can be saved."
        />
      )}
    </>
  )
}

interface LoneHeaderProps {
  readonly crumb: string
  readonly title: string
  readonly file: OriginalFileProps
}

function LoneHeader({ crumb, title, file }: LoneHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13 text-secondary">
        <Link to="/approvals" className="text-accent-text hover:underline">
          Approvals
        </Link>
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-tertiary" />
        <bdi className="truncate">{crumb}</bdi>
      </nav>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-80 break-words font-semibold text-20" dir="auto">
          {title}
        </h1>
        <OriginalFile {...file} />
      </div>
    </header>
  )
}
