import type { Citation } from '@portal/contracts/chat'
import type { VersionText } from '@portal/contracts/documents'
import { useEffect, useRef } from 'react'
import { splitSource } from './split-source.ts'

export interface SourceTextProps {
  readonly source: VersionText
  readonly citation: Citation
}

/** The whole text of the version with the cited span marked and in view. The mark's text is the version's text at the citation's offsets. */
export function SourceText({ source, citation }: SourceTextProps) {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [source.versionId, citation.start, citation.end])
  return (
    <section
      aria-label={`Text of ${source.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto whitespace-pre-wrap p-4 text-13 leading-prose"
      dir="auto"
    >
      {splitSource(source, citation).map((part) =>
        part.kind === 'cited' ? (
          <mark
            key={part.start}
            ref={mark}
            data-citation={citation.number}
            className="rounded-sm border-mark-edge border-l-3 bg-mark-bg box-decoration-clone px-1 py-0.5 text-mark-text"
          >
            {part.text}
          </mark>
        ) : (
          <span
            key={part.start}
            className={part.kind === 'heading' ? 'font-semibold text-primary' : 'text-secondary'}
          >
            {part.text}
          </span>
        ),
      )}
    </section>
  )
}
