import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'

export interface SourcesProps {
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

/** The sources of an answer, a line each; in a conflict side by side, with what they say. */
export function Sources({ isConflict, ...sources }: SourcesProps & { readonly isConflict: boolean }) {
  return isConflict ? <ConflictSides {...sources} /> : <SourceLines {...sources} />
}

function SourceLines({ citations, onOpen, isOpen }: SourcesProps) {
  return (
    <ol
      aria-label="Sources"
      className="list-none divide-y divide-subtle overflow-hidden rounded-control border border-default bg-panel"
    >
      {citations.map((citation) => (
        <li key={citation.number}>
          <button
            type="button"
            aria-pressed={isOpen(citation)}
            onClick={() => onOpen(citation)}
            className={classNames(
              'flex w-full items-center gap-2.5 px-2.5 py-1.5 text-left text-13 -outline-offset-2',
              isOpen(citation) ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <span className={citationClass(isOpen(citation))}>{citation.number}</span>
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {citation.title}
            </span>
            <span className="max-w-[45%] shrink-0 truncate text-12 text-tertiary" dir="auto">
              {locationText(citation)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function ConflictSides({ citations, onOpen, isOpen }: SourcesProps) {
  return (
    <ol aria-label="Sources" className="grid list-none grid-cols-1 gap-3 sm:grid-cols-2">
      {citations.map((citation) => (
        <li key={citation.number} className="min-w-0">
          <button
            type="button"
            aria-pressed={isOpen(citation)}
            onClick={() => onOpen(citation)}
            className="flex h-full w-full flex-col gap-2 rounded-control border border-default p-3 text-left hover:bg-hover aria-pressed:bg-selected"
          >
            <span className="flex items-center gap-2 font-medium text-13">
              <span className={citationClass(isOpen(citation))}>{citation.number}</span>
              <span className="min-w-0 truncate" dir="auto">
                {citation.title}
              </span>
            </span>
            <span className="line-clamp-6 text-13 text-secondary leading-prose" dir="auto">
              {citation.quote}
            </span>
            <span className="mt-auto text-12 text-tertiary" dir="auto">
              {locationText(citation)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The number of a source, in the sentence that rests on it and before its title. */
export function citationClass(isOpen: boolean): string {
  return classNames(
    'inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-control border px-1 font-semibold text-12 leading-none',
    isOpen
      ? 'border-transparent bg-accent text-accent-on'
      : 'border-accent-border bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
  )
}

/** A citation's location: its nearest heading, and the page where the format has pages. */
function locationText({ headingPath, page }: Citation): string {
  return [headingPath.at(-1), page === null ? null : `page ${page}`].filter(Boolean).join(', ')
}
