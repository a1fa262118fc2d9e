import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'

export interface CitationMarkProps {
  readonly citation: Citation
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** The number of a source, in the sentence that rests on it. */
export function CitationMark({ citation, isOpen, onOpen }: CitationMarkProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      aria-label={`Open source ${citation.number}: ${citation.title}`}
      title={citation.title}
      onClick={onOpen}
      className={classNames(citationClass(isOpen), 'mx-0.5 align-text-bottom')}
    >
      {citation.number}
    </button>
  )
}

export function citationClass(isOpen: boolean): string {
  return classNames(
    'inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-control border px-1 font-semibold text-12 leading-none',
    isOpen
      ? 'border-transparent bg-accent text-accent-on'
      : 'border-accent-border bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
  )
}
