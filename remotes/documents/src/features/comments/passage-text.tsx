import type { ReactNode } from 'react'
import type { Span } from '../reading/spans.ts'
import { usePassageActs } from './commenting.ts'
import { PassageComments } from './passage-comments.tsx'
import { passageAttribute } from './selected-passage.ts'

export interface PassageTextProps {
  /** Where the text is in its version; undefined: it is not commented on. */
  readonly span: Span | undefined
  readonly text: string
  readonly className: string
  readonly children: ReactNode
}

/** A paragraph of a version with the way to comment on it, for those who may. */
export function PassageText({ span, text, className, children }: PassageTextProps) {
  const acts = usePassageActs()
  if (!acts || !span)
    return (
      <span dir="auto" className={className}>
        {children}
      </span>
    )
  return (
    <>
      <span
        ref={() => acts.register?.(span, text)}
        dir="auto"
        className={className}
        {...passageAttribute(span)}
      >
        {children}
      </span>
      <PassageComments span={span} text={text} />
    </>
  )
}
