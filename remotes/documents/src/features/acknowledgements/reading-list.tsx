import type { PendingAcknowledgement } from '@portal/contracts/acknowledgements'
import { Link } from '@portal/remote-kit/link'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { BookOpenCheck } from 'lucide-react'
import { useId } from 'react'
import { AcknowledgeButton } from './acknowledge-button.tsx'
import { DueDay } from './due-day.tsx'

/** What one is asked to read, due first. */
export function ReadingList({ pending }: { readonly pending: readonly PendingAcknowledgement[] }) {
  const list = useFocusAfterRemoval<HTMLUListElement>(pending.length)
  if (pending.length === 0)
    return (
      <EmptyState
        icon={<BookOpenCheck />}
        title="Nothing to read"
        description="When you are asked to read and acknowledge a document, it appears here."
      />
    )
  return (
    <ul ref={list} tabIndex={-1} aria-label="To read" className="flex flex-col gap-3 outline-none">
      {pending.map((reading) => (
        <li key={reading.id}>
          <ReadingRow reading={reading} />
        </li>
      ))}
    </ul>
  )
}

function ReadingRow({ reading }: { readonly reading: PendingAcknowledgement }) {
  const { documentId, documentTitle, customId, version, changes, askedAt } = reading
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="flex flex-col gap-3 rounded-card border border-default bg-panel p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="min-w-0 font-semibold text-14">
          <bdi className="break-words">{documentTitle}</bdi>, version {version}
        </h2>
        <DueDay {...reading} />
      </div>
      {changes !== '' && (
        <p dir="auto" className="line-clamp-3 whitespace-pre-line break-words text-13 text-secondary">
          {changes}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto min-w-0 text-12 text-tertiary">
          ID <bdi>{customId}</bdi>, asked <RelativeTime at={askedAt} />
        </span>
        <div className="flex flex-wrap gap-2 max-md:w-full">
          <Link
            to={`/documents/${documentId}`}
            aria-describedby={titleId}
            className={buttonClass({ variant: 'primary' })}
          >
            Open document
          </Link>
          <AcknowledgeButton reading={reading} aria-describedby={titleId} />
        </div>
      </div>
    </article>
  )
}
