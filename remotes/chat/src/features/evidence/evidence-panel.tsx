import type { Citation } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { documentsApi, type VersionText } from '@portal/contracts/documents'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { CopyButton } from '@portal/ui/copy-button'
import { ErrorPanel } from '@portal/ui/error-panel'
import { IconButton } from '@portal/ui/icon-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { Sheet } from '@portal/ui/sheet'
import { Skeleton } from '@portal/ui/skeleton'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { SourceText } from './source-text.tsx'
import type { CitedPassage } from './use-cited-passage.ts'
import { useIsWide } from './use-is-wide.ts'

export interface EvidencePanelProps {
  readonly citation: Citation
  readonly cited: CitedPassage
}

/** The source of a citation beside the thread; on small windows a sheet over it. */
export function EvidencePanel({ citation, cited }: EvidencePanelProps) {
  const isWide = useIsWide()
  if (!isWide) {
    return (
      <Sheet
        open
        onOpenChange={(isOpen) => !isOpen && cited.close()}
        title={`Evidence, source ${citation.number} of ${cited.siblings.length}`}
      >
        <Evidence citation={citation} />
      </Sheet>
    )
  }
  return (
    <aside
      aria-label="Evidence"
      className="flex w-evidence shrink-0 flex-col border-default border-l bg-panel"
    >
      <header className="flex items-center gap-1 border-default border-b px-4 py-2">
        <h2 className="font-semibold text-14">Evidence</h2>
        <span className="ml-1 flex-1 text-12 text-tertiary">
          Source {citation.number} of {cited.siblings.length}
        </span>
        <IconButton
          label="Previous source"
          icon={<ChevronUp />}
          disabled={citation.number === 1}
          onClick={() => cited.openSibling(citation.number - 1)}
        />
        <IconButton
          label="Next source"
          icon={<ChevronDown />}
          disabled={citation.number === cited.siblings.length}
          onClick={() => cited.openSibling(citation.number + 1)}
        />
        <IconButton label="Close evidence" icon={<X />} onClick={cited.close} />
      </header>
      <Evidence citation={citation} />
    </aside>
  )
}

function Evidence({ citation }: { readonly citation: Citation }) {
  const { documentId, versionId } = citation
  const source = useRouteQuery(documentsApi.readVersionText, { params: { id: documentId, versionId } })
  if (source.isPending) {
    return (
      <div className="flex flex-col gap-3 p-4" role="status" aria-label="Loading the source">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (source.error)
    return <SourceFailure error={source.error} citation={citation} onRetry={() => void source.refetch()} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SourceFacts source={source.data} citation={citation} />
      <SourceText source={source.data} citation={citation} />
    </div>
  )
}

function SourceFacts({ source, citation }: { readonly source: VersionText; readonly citation: Citation }) {
  return (
    <div className="flex flex-col gap-2 border-subtle border-b p-4">
      <h3 className="font-semibold text-14" dir="auto">
        {source.title}
      </h3>
      <p className="flex flex-wrap items-center gap-2 text-12 text-secondary">
        <Badge tone={source.isCurrent ? 'accent' : 'neutral'}>
          {source.isCurrent ? 'Current Version' : 'Replaced version'}
        </Badge>
        <span>ID {source.customId}</span>
        {source.departmentName && <span dir="auto">{source.departmentName}</span>}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
        <dt className="text-tertiary">Version</dt>
        <dd>{source.version}</dd>
        {source.approvedAt && (
          <>
            <dt className="text-tertiary">Approved</dt>
            <dd>
              <RelativeTime at={source.approvedAt} />
            </dd>
          </>
        )}
        <dt className="text-tertiary">Place</dt>
        <dd className="flex items-start gap-1" dir="auto">
          <span className="min-w-0 flex-1">
            {[...citation.headingPath, citation.page === null ? null : `Page ${citation.page}`]
              .filter(Boolean)
              .join(' › ')}
          </span>
          <CopyButton value={citation.quote} label="Copy passage" />
        </dd>
      </dl>
    </div>
  )
}

interface SourceFailureProps {
  readonly error: Error
  readonly citation: Citation
  readonly onRetry: () => void
}

/** A version that was replaced or withdrawn since can be gone for this person: the quotation stays, as it was given. */
function SourceFailure({ error, citation, onRetry }: SourceFailureProps) {
  const isGone = error instanceof RequestError && error.status === 404
  return (
    <div className="flex flex-col gap-4 p-4">
      <ErrorPanel
        title={isGone ? 'This source is no longer available' : 'The source could not be loaded'}
        message={
          isGone
            ? 'The document was replaced or withdrawn after this answer. What was quoted stands below.'
            : undefined
        }
        requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
        onRetry={isGone ? undefined : onRetry}
      />
      <blockquote
        className="whitespace-pre-wrap border-default border-l-2 pl-3 text-13 text-secondary"
        dir="auto"
      >
        {citation.quote}
      </blockquote>
    </div>
  )
}
