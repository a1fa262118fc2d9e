import type { Citation } from '@portal/contracts/chat'
import { describe, expect, it } from 'vitest'
import { splitMarks } from './split-marks.ts'

const cited = (number: number, quote: string): Citation => ({
  ...{ number, quote, documentId: 'd', versionId: 'v', version: 1, title: 'Records', customId: 'DOC-1' },
  ...{ headingPath: [], page: null, start: 0, end: quote.length },
})

const citations = [cited(1, 'See clause [2] of\nthe annex.'), cited(2, 'Five years.')]

/** A text, and what it becomes: words, and numbers for marks. */
const answers = [
  { content: 'Five years. [2]', parts: ['Five years. ', 2] },
  { content: 'Both.[1][2]', parts: ['Both.', 1, 2] },
  {
    content: 'No such source [3] and no number [x].',
    parts: ['No such source ', '[3]', ' and no number [x].'],
  },
  { content: 'See clause [2] of the annex. [1]', parts: ['See clause ', '[2]', ' of the annex. ', 1] },
  { content: 'First line\nsecond line [1]', parts: ['First line\nsecond line ', 1] },
] as const

describe('a text is cut at its marks', () => {
  it.each(answers)('$content', ({ content, parts }) => {
    expect(splitMarks(content, citations).map(({ text, citation }) => citation?.number ?? text)).toEqual(
      parts,
    )
  })

  it.each(answers)('without loss: $content', ({ content }) => {
    expect(
      splitMarks(content, citations)
        .map((part) => part.text)
        .join(''),
    ).toBe(content)
  })
})
