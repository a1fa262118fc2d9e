import { citationClass } from './citation-mark.tsx'
import { placeText } from './outcomes.ts'
import type { SourcesProps } from './sources.tsx'

export function ConflictSides({ citations, onOpen, isOpen }: SourcesProps) {
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
              {placeText(citation)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
