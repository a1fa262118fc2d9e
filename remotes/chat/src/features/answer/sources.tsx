import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'
import { useIsPrinting } from '@portal/ui/use-is-printing'
import { citationClass, locationText, type OpenSource } from './citation-mark.tsx'
import { QuotedPassage } from './quoted-passage.tsx'

interface SourcesProps extends OpenSource {
  readonly citations: readonly Citation[]
}

/** The sources of an answer, a line each; in a conflict side by side, with what they say. */
export function Sources({ isConflict, ...sources }: SourcesProps & { readonly isConflict: boolean }) {
  return isConflict ? <ConflictSides {...sources} /> : <SourceLines {...sources} />
}

function SourceLines({ citations, onOpen, isOpen }: SourcesProps) {
  const isPrinting = useIsPrinting()
  return (
    <ol
      aria-label="Sources"
      className="list-none divide-y divide-subtle overflow-hidden rounded-control border border-default bg-panel"
    >
      {citations.map((citation) => (
        <li key={citation.number}>
          <button
            type="button"
            data-printed
            aria-pressed={isOpen(citation)}
            onClick={() => onOpen(citation)}
            className={classNames(
              'flex w-full items-center gap-2.5 px-2.5 py-1.5 text-left text-13 -outline-offset-2',
              isOpen(citation) ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <span className={citationClass(isOpen(citation))}>{citation.number}</span>
            <span className="flex min-w-0 flex-1 items-baseline gap-x-2.5 max-sm:flex-col">
              <span className="min-w-0 max-w-full truncate sm:flex-1" dir="auto">
                {citation.title}
              </span>
              <span
                className="max-w-full truncate text-12 text-tertiary sm:max-w-[45%] sm:shrink-0"
                dir="auto"
              >
                {locationText(citation)}
              </span>
            </span>
          </button>
          {isPrinting && <PrintedSource citation={citation} />}
        </li>
      ))}
    </ol>
  )
}

/** On paper a source cannot be opened: its words and what identifies its version stand there. */
function PrintedSource({ citation }: { readonly citation: Citation }) {
  return (
    <div className="px-2.5 pb-2.5">
      <p className="mb-1 text-12 text-tertiary" dir="auto">
        {citation.title}, ID {citation.customId}, version {citation.version}
      </p>
      <QuotedPassage citation={citation} />
    </div>
  )
}

/** Passages with all that they say, because they are to be weighed against each other. */
function ConflictSides({ citations, onOpen, isOpen }: SourcesProps) {
  return (
    <ol aria-label="Sources" className="grid list-none grid-cols-1 gap-3 sm:grid-cols-2">
      {citations.map((citation) => (
        <li key={citation.number} className="min-w-0">
          <PassageButton
            citation={citation}
            label={<span className={citationClass(isOpen(citation))}>{citation.number}</span>}
            isOpen={isOpen(citation)}
            onOpen={() => onOpen(citation)}
          />
        </li>
      ))}
    </ol>
  )
}

interface PassageButtonProps {
  readonly citation: Citation
  readonly label?: React.ReactNode
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** A passage with its document, as a control that opens it. */
export function PassageButton({ citation, label, isOpen, onOpen }: PassageButtonProps) {
  return (
    <button
      type="button"
      data-printed
      aria-pressed={isOpen}
      onClick={onOpen}
      className="flex h-full w-full flex-col gap-2 rounded-control border border-default bg-panel p-3 text-left hover:bg-hover aria-pressed:bg-selected"
    >
      <span className="flex w-full items-center gap-2 font-medium text-13">
        {label}
        <span className="line-clamp-2 min-w-0" dir="auto">
          {citation.title}
        </span>
      </span>
      <QuotedPassage citation={citation} />
      <span className="mt-auto text-12 text-tertiary" dir="auto">
        {locationText(citation)}
      </span>
    </button>
  )
}
