import type { VersionText } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { DecisionCard } from '../approvals/decision-card.tsx'
import { OriginalFile } from './original-file.tsx'
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
export function LoneVersion({ version, loading, missing }: LoneVersionProps) {
  const text = useVersionText(version, true)
  if (text.data) return <OpenVersion source={text.data} />
  return (
    <>
      <h1 className="sr-only">Document</h1>
      {isGone(text.error) ? missing : text.isPending && loading}
      {!isGone(text.error) && <ReadFailure title="The text could not be loaded" query={text} />}
    </>
  )
}

function OpenVersion({ source }: { readonly source: VersionText }) {
  const { documentId, versionId, version, fileName, title, customId } = source
  const { cited } = useReadingAddress()
  return (
    <>
      <header className="flex flex-col gap-3">
        <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13 text-secondary">
          <Link to="/approvals" className="text-accent-text hover:underline">
            Approvals
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-tertiary" />
          <bdi className="truncate">{customId}</bdi>
        </nav>
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <h1 className="min-w-0 flex-1 basis-80 break-words font-semibold text-20" dir="auto">
            {title}
          </h1>
          <OriginalFile id={documentId} {...{ versionId, version, fileName }} />
        </div>
      </header>
      <VersionNote source={source} current={null} />
      {source.status === 'pending_approval' && <DecisionCard versionId={versionId} />}
      <Reader
        key={`${versionId} ${cited?.start}`}
        version={{ id: documentId, versionId }}
        source={source}
        isPdf={hasPages(source)}
        withoutText={null}
      />
    </>
  )
}
