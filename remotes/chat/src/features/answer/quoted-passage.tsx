import type { Citation } from '@portal/contracts/chat'
import { dottedCells } from '@portal/remote-kit/dotted-cells'
import { classNames } from '@portal/ui/class-names'

interface QuotedPassageProps {
  readonly citation: Citation
  readonly className?: string
}

/**
 * The deciding clause of a citation, with what must be read with it (decision 78): all of it as it
 * is in the document, in the document's order, the cells of a table apart by dots. Made of spans,
 * because it is inside of buttons too.
 */
export function QuotedPassage({ citation, className }: QuotedPassageProps) {
  const { start, end, quote, context = [] } = citation
  const spans = [
    ...context.map((span) => ({ ...span, isDeciding: false })),
    { start, end, quote, isDeciding: true },
  ]
  return (
    <span
      className={classNames('block border-(--mark-edge) border-l-3 pl-3 text-13 leading-prose', className)}
    >
      {spans
        .sort((a, b) => a.start - b.start || a.end - b.end)
        .map((span) => (
          <span
            key={`${span.start} ${span.end}`}
            dir="auto"
            className={classNames(
              'block whitespace-pre-wrap',
              span.isDeciding ? 'text-primary' : 'text-secondary',
            )}
          >
            {dottedCells(span.quote)}
          </span>
        ))}
    </span>
  )
}
