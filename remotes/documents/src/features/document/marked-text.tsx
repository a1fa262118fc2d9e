import { classNames } from '@portal/ui/class-names'
import { cutAtMarks, type Mark, type MarkKind, type Span } from '../reading/spans.ts'

interface MarkedTextProps {
  readonly text: string
  readonly span: Span
  readonly marks: readonly Mark[]
}

/** A span of a text with its marked parts as `<mark>`. A match wins over the passage around it. */
export function MarkedText({ text, span, marks }: MarkedTextProps) {
  if (marks.length === 0) return text.slice(span.start, span.end)
  return cutAtMarks(span, marks).map(({ start, end, kinds }) => {
    const words = text.slice(start, end)
    if (kinds.length === 0) return <span key={start}>{words}</span>
    const isCited = kinds.includes('cited')
    const look =
      looks[
        (['here', 'found', 'cited', 'commented'] as const).find((kind) => kinds.includes(kind)) ?? 'cited'
      ]
    return (
      <mark
        key={start}
        data-start={start}
        data-cited={isCited || undefined}
        aria-current={kinds.includes('here') || undefined}
        className={classNames('box-decoration-clone', look)}
      >
        {words}
      </mark>
    )
  })
}

const looks: Readonly<Record<MarkKind, string>> = {
  here: 'rounded-[2px] bg-accent text-accent-on outline-2 outline-focus',
  found: 'rounded-[2px] bg-mark text-mark outline outline-(--mark-edge)',
  cited: 'bg-mark text-mark',
  commented: 'bg-transparent text-inherit underline decoration-(--mark-edge) decoration-2 underline-offset-4',
}
