import { classNames } from '@portal/ui/class-names'
import type { AnswerExample, AnswerPiece } from './answer-examples.ts'

export interface AnswerTextProps {
  readonly pieces: readonly AnswerPiece[]
  readonly example: AnswerExample
  readonly openSource: number
  readonly onOpenSource: (source: number) => void
}

export function AnswerText({ pieces, example, openSource, onOpenSource }: AnswerTextProps) {
  return (
    <p>
      {pieces.map(({ text, isStrong, cites }) => {
        if (isStrong) return <strong key={text}>{text}</strong>
        if (cites === undefined) return text
        const lastWord = text.lastIndexOf(' ') + 1
        return (
          <span key={text}>
            {text.slice(0, lastWord)}
            <span className="whitespace-nowrap">
              {text.slice(lastWord)}
              <CitationButton
                number={cites}
                document={example.sources[cites - 1]?.document ?? ''}
                isOpen={openSource === cites - 1}
                onOpen={() => onOpenSource(cites - 1)}
              />
            </span>
          </span>
        )
      })}
    </p>
  )
}

interface CitationButtonProps {
  readonly number: number
  readonly document: string
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function CitationButton({ number, document, isOpen, onOpen }: CitationButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${number}, source: ${document}`}
      aria-pressed={isOpen}
      onClick={onOpen}
      className={classNames(
        'relative ml-0.75 inline-grid h-4.5 min-w-4.5 place-items-center rounded-[5px] border px-1.25 align-[2px] font-semibold text-[0.6875rem]/4 transition-colors before:absolute before:-inset-1',
        isOpen
          ? 'border-accent bg-accent text-accent-on'
          : 'border-accent-border bg-accent-subtle text-accent-text hover:bg-accent-subtle-hover',
      )}
    >
      {number}
    </button>
  )
}
