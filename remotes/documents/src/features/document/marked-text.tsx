import { classNames } from '@portal/ui/class-names'
import { cutAtMarks, type Mark, type Span } from '../reading/spans.ts'

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
    const look = kinds.includes('here') ? hereLook : kinds.includes('found') ? foundLook : citedLook
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

const citedLook = 'bg-mark text-mark'
const foundLook = 'rounded-[2px] bg-mark text-mark outline outline-(--mark-edge)'
const hereLook = 'rounded-[2px] bg-accent text-accent-on outline-2 outline-focus'
