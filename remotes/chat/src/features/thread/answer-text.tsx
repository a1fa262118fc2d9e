import type { Citation } from '@portal/contracts/chat'
import { CitationMark } from './citation-mark.tsx'
import { splitMarks } from './split-marks.ts'

export interface AnswerTextProps {
  readonly content: string
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
  readonly isOpen: (citation: Citation) => boolean
}

/** An answer as plain text: no links, images or markup. Marks `[n]` open their source. */
export function AnswerText({ content, citations, onOpen, isOpen }: AnswerTextProps) {
  return (
    <div className="flex flex-col gap-3 text-14 leading-prose">
      {splitMarks(content, citations).map((paragraph) => (
        <p key={paragraph.key} dir="auto" className="whitespace-pre-wrap">
          {paragraph.parts.map(({ key, text, citation }) =>
            citation ? (
              <CitationMark
                key={key}
                citation={citation}
                isOpen={isOpen(citation)}
                onOpen={() => onOpen(citation)}
              />
            ) : (
              <span key={key}>{text}</span>
            ),
          )}
        </p>
      ))}
    </div>
  )
}
