import type { Citation } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passageAddress } from '@portal/contracts/passage-location'
import type { VersionText } from '@portal/contracts/versions'
import { Link } from '@portal/remote-kit/link'
import type { ReadFailureProps } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { buttonClass } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { BookOpenText, ChevronRight, CircleCheck, FileSearch, History } from 'lucide-react'
import { SourceText } from './source-text.tsx'
import { VersionEvidence } from './version-evidence.tsx'

/** What a citation rests on: the version it quotes, and its text with the passage marked. */
export function Evidence({ citation }: { readonly citation: Citation }) {
  const { documentId, versionId } = citation
  const source = useRouteQuery(documentsApi.readVersionText, { params: { id: documentId, versionId } })
  if (source.data) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <SourceFacts source={source.data} citation={citation} />
        <SourceText key={`${versionId}/${citation.start}`} source={source.data} citation={citation} />
      </div>
    )
  }
  if (source.error) return <SourceFailure query={source} citation={citation} />
  return <SourceSkeleton />
}

/** Where the source will be. */
export function SourceSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4" role="status" aria-label="Loading the source">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-4 h-64 rounded-control" />
    </div>
  )
}

/** A version replaced or withdrawn since may be gone for this person; the quotation remains. */
function SourceFailure({
  query,
  citation,
}: Pick<SourceFactsProps, 'citation'> & { query: ReadFailureProps['query'] }) {
  const { error, isFetching, refetch } = query
  const isGone = error instanceof RequestError && error.status === 404
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-4">
      <ErrorPanel
        title={isGone ? 'This source is no longer available' : 'The source could not be loaded'}
        message={
          isGone
            ? 'The document was replaced or withdrawn after this answer. What was quoted stands below.'
            : 'What was quoted stands below.'
        }
        requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
        onRetry={isGone ? undefined : () => void refetch()}
        isRetrying={isFetching}
      />
      <h3 className="font-semibold text-14" dir="auto">
        {citation.title}
      </h3>
      <blockquote
        className="whitespace-pre-wrap border-(--mark-edge) border-l-3 pl-3 text-13 leading-prose"
        dir="auto"
      >
        {citation.quote}
      </blockquote>
    </div>
  )
}

interface SourceFactsProps {
  readonly source: VersionText
  readonly citation: Citation
}

/** The quoted document and version, whether it still holds, and the passage's location in it. */
function SourceFacts({ source, citation }: SourceFactsProps) {
  return (
    <div className="flex max-h-[45%] shrink-0 flex-col gap-2.5 overflow-y-auto border-subtle border-b bg-canvas p-4 max-sm:max-h-[38%] max-sm:gap-1.5 max-sm:py-3">
      <h3 className="font-semibold text-14" dir="auto">
        {source.title}
      </h3>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-secondary">
        {source.isCurrent ? (
          <Badge tone="accent" icon={<CircleCheck />}>
            Current Version
          </Badge>
        ) : (
          <Badge icon={<History />}>Superseded</Badge>
        )}
        <span>
          ID <bdi>{source.customId}</bdi>
        </span>
        {source.departmentName && <bdi>{source.departmentName}</bdi>}
      </div>
      <VersionEvidence source={source} />
      <PassageLocation citation={citation} />
      <div className="flex flex-wrap gap-1">
        <Link to={passageAddress(citation)} className={buttonClass({ size: 'sm' })}>
          <FileSearch className="size-3.5" />
          Open document
        </Link>
        <CopyButton value={citation.quote} label="Copy passage" showLabel shortLabel="Copy" />
      </div>
    </div>
  )
}

/** The headings above the passage, outermost first, and its page. */
function PassageLocation({ citation: { headingPath, page } }: { readonly citation: Citation }) {
  if (headingPath.length === 0 && page === null) return null
  return (
    <p className="flex flex-wrap items-center gap-1 text-12 text-secondary" dir="auto">
      <BookOpenText className="size-3.5 shrink-0 text-tertiary" />
      {headingPath.map((heading, depth) => (
        <span key={`${depth} ${heading}`} className="flex min-w-0 items-center gap-1">
          {depth > 0 && <ChevronRight className="size-3 shrink-0 text-tertiary" />}
          {heading}
        </span>
      ))}
      {page !== null && <span className="ml-auto shrink-0 text-tertiary">Page {page}</span>}
    </p>
  )
}
