import type { PassageLocation } from '@portal/contracts/passage-location'
import type { ReactNode } from 'react'
import type { AnswerSoFar } from './follow-answer.ts'

export interface StreamedAnswerProps extends AnswerSoFar {
  /** The text as the whole answer will show it; else it is plain. */
  readonly children?: ReactNode
}

/**
 * What was checked of an answer while the rest comes. Screen readers hear the answer once, when it
 * is whole, and therefore not from here; its sources can be opened then.
 */
export function StreamedAnswer({ text, passages, children }: StreamedAnswerProps) {
  if (text === '') return passages.length > 0 ? <Reading passages={passages} /> : null
  if (children) return <div aria-live="off">{children}</div>
  return (
    <div aria-live="off" className="max-w-measure whitespace-pre-wrap text-14 leading-prose" dir="auto">
      {text}
    </div>
  )
}

const titlesMax = 3

/** The documents in which an answer is looked for. */
function Reading({ passages }: { readonly passages: readonly PassageLocation[] }) {
  const titles = [...new Set(passages.map(({ title }) => title))].slice(0, titlesMax)
  return (
    <p aria-live="off" className="truncate text-13 text-tertiary" dir="auto">
      Reading {titles.join(', ')}
    </p>
  )
}
