import type { PassageLocation } from '@portal/contracts/passage-location'
import type { AnswerSoFar } from './follow-answer.ts'

/**
 * What was checked of an answer while the rest comes. Screen readers hear the answer once, when it
 * is whole, and therefore not from here; its sources can be opened then.
 */
export function StreamedAnswer({ text, passages }: AnswerSoFar) {
  if (text === '') return passages.length > 0 ? <Reading passages={passages} /> : null
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
