import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'
import { citationClass } from './citation-mark.tsx'
import { placeText } from './outcomes.ts'

export interface SourcesProps {
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

export function Sources({ citations, onOpen, isOpen }: SourcesProps) {
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
              {placeText(citation)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
