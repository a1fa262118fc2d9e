import type { Citation } from '@portal/contracts/chat'
import type { VersionText } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { Badge } from '@portal/ui/badge'
import { buttonClass } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { RelativeTime } from '@portal/ui/relative-time'
import { BookOpenText, ChevronRight, CircleCheck, FileSearch, History } from 'lucide-react'

export interface SourceFactsProps {
  readonly source: VersionText
  readonly citation: Citation
}

/** The quoted document and version, whether it is current, and the passage's location in it. */
export function SourceFacts({ source, citation }: SourceFactsProps) {
  return (
    <div className="flex max-h-[45%] shrink-0 flex-col gap-2.5 overflow-y-auto border-subtle border-b bg-canvas p-4">
      <h3 className="font-semibold text-14" dir="auto">
        {source.title}
      </h3>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-secondary">
        {source.isCurrent ? (
          <Badge tone="accent" icon={<CircleCheck />}>
            Current Version
          </Badge>
        ) : (
          <Badge icon={<History />}>Replaced version</Badge>
        )}
        <span>
          ID <bdi>{source.customId}</bdi>
        </span>
        {source.departmentName && <bdi>{source.departmentName}</bdi>}
      </div>
      <p className="text-12 text-secondary">
        Version {source.version}
        {source.approvedAt && (
          <>
            , approved <RelativeTime at={source.approvedAt} />
          </>
        )}
      </p>
      <PassageLocation citation={citation} />
      <div className="flex flex-wrap gap-1">
        <Link
          to={`/documents?q=${encodeURIComponent(source.customId)}`}
          className={buttonClass({ size: 'sm' })}
        >
          <FileSearch className="size-3.5" />
          Open document
        </Link>
        <CopyButton value={citation.quote} label="Copy passage" showLabel />
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
