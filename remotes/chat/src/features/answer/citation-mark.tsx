import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'
import { HoverCard } from '@portal/ui/hover-card'
import { QuotedPassage } from './quoted-passage.tsx'

/** How a citation opens its source, and whether it is open. */
export interface OpenSource {
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

/** The number of a source in its sentence: hovered or focused it shows the passage in a card. */
export function CitationMark({ citation, onOpen, isOpen }: OpenSource & { readonly citation: Citation }) {
  return (
    <HoverCard
      trigger={
        <button
          type="button"
          data-printed
          aria-pressed={isOpen(citation)}
          aria-label={`Open source ${citation.number}: ${citation.title}`}
          onClick={() => onOpen(citation)}
          className={classNames(citationClass(isOpen(citation)), 'mx-0.5 align-middle')}
        >
          {citation.number}
        </button>
      }
    >
      <p className="font-medium" dir="auto">
        {citation.title}
      </p>
      <p className="mt-0.5 text-12 text-tertiary" dir="auto">
        {locationText(citation)}
      </p>
      <QuotedPassage citation={citation} className="mt-2 max-h-60 overflow-hidden" />
    </HoverCard>
  )
}

/** The number of a source, in the sentence that rests on it and before its title. */
export function citationClass(isOpen: boolean): string {
  return classNames(
    'inline-grid h-6 min-w-6 shrink-0 place-items-center rounded-control border px-1 font-semibold text-12 leading-none',
    isOpen
      ? 'border-transparent bg-accent text-accent-on'
      : 'border-accent-border bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
  )
}

/** A citation's location: its nearest heading, and the page where the format has pages. */
export function locationText({ headingPath, page }: Pick<Citation, 'headingPath' | 'page'>): string {
  return [headingPath.at(-1), page === null ? null : `page ${page}`].filter(Boolean).join(', ')
}
