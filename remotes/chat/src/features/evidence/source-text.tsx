import type { Citation } from '@portal/contracts/chat'
import type { VersionText } from '@portal/contracts/versions'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import { type SourcePart, shownSpan, splitSource } from './split-source.ts'

/** A version's text with the cited span marked and in view: the text at the citation's offsets. */
export function SourceText({ source, citation }: { source: VersionText; citation: Citation }) {
  const mark = useRef<HTMLElement>(null)
  const [reach, setReach] = useState({ before: 1, after: 1 })
  const shown = shownSpan(source.text, citation, reach)
  // Another citation is scrolled to, more text around it is not.
  useLayoutEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [source.versionId, citation.start, citation.end])
  return (
    <section
      aria-label={`Text of ${source.title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto bg-panel p-4 -outline-offset-2"
    >
      {shown.start > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setReach({ ...reach, before: reach.before + 1 })}>
          Show earlier text
        </Button>
      )}
      <div className="whitespace-pre-wrap text-13 leading-prose [unicode-bidi:plaintext]">
        {splitSource(source, citation, shown).map((block) => (
          <div
            key={block.start}
            className={classNames(
              block.isCited ? '-ml-4 border-(--mark-edge) border-l-3 pl-3.25 text-primary' : 'text-secondary',
              '[unicode-bidi:plaintext]',
            )}
          >
            {block.parts.map((part) => (
              <Part key={part.start} part={part} number={citation.number} mark={mark} />
            ))}
          </div>
        ))}
      </div>
      {shown.end < source.text.length && (
        <Button size="sm" variant="ghost" onClick={() => setReach({ ...reach, after: reach.after + 1 })}>
          Show later text
        </Button>
      )}
    </section>
  )
}

function Part({ part, number, mark }: { part: SourcePart; number: number; mark: Ref<HTMLElement> }) {
  if (part.kind === 'text') return <span>{part.text}</span>
  if (part.kind === 'heading') return <span className="font-semibold text-primary">{part.text}</span>
  if (part.kind === 'context')
    return (
      <span data-context="" className="text-primary underline decoration-(--mark-edge) underline-offset-3">
        {part.text}
      </span>
    )
  return (
    <mark ref={mark} data-citation={number} className="bg-mark box-decoration-clone text-mark">
      {part.text}
    </mark>
  )
}
