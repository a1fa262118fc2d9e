import type { Citation } from '@portal/contracts/chat'
import { classNames } from '@portal/ui/class-names'
import { splitMarks } from './split-marks.ts'

export interface AnswerTextProps {
  readonly content: string
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

/** The words of an answer as plain text: nothing in them becomes a link, an image or markup. Marks `[n]` open their source. */
export function AnswerText({ content, citations, onOpen, isOpen }: AnswerTextProps) {
  return (
    <div className="flex flex-col gap-3 text-14 leading-prose">
      {splitMarks(content, citations).map((paragraph) => (
        <p key={paragraph.key} dir="auto">
          {paragraph.parts.map((part) =>
            part.citation ? (
              <button
                key={part.key}
                type="button"
                aria-pressed={isOpen(part.citation)}
                aria-label={`Open source ${part.citation.number}: ${part.citation.title}`}
                onClick={() => part.citation && onOpen(part.citation)}
                className={classNames(
                  'mx-0.5 inline-grid h-5 min-w-5 place-items-center rounded-control px-1 align-text-bottom font-semibold text-12',
                  isOpen(part.citation)
                    ? 'bg-accent text-accent-on'
                    : 'bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
                )}
              >
                {part.citation.number}
              </button>
            ) : (
              <span key={part.key}>{part.text}</span>
            ),
          )}
        </p>
      ))}
    </div>
  )
}
