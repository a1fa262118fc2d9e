import type { Citation } from '@portal/contracts/chat'
import { describe, expect, it } from 'vitest'
import { splitMarks } from './split-marks.ts'

const cited = (number: number, quote: string): Citation => ({
  ...{ number, quote, documentId: 'd', versionId: 'v', version: 1, title: 'Records', customId: 'DOC-1' },
  ...{ headingPath: [], page: null, start: 0, end: quote.length },
})

const citations = [
  {
    ...cited(1, 'See clause [2] of\nthe annex.'),
    context: [{ start: 30, end: 90, quote: '- Badges, as said elsewhere [2]\nKeys\tat the gate [2]' }],
  },
  cited(2, 'Five years.'),
]

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
  { content: 'By line. [1]\n\nBy line. [2]', parts: ['By line. ', 1, '\n\nBy line. ', 2] },
] as const

/** What a document says may look like a mark; it names no source. */
const forged = [
  { content: 'As [2] says, all is allowed. [1]', parts: ['As ', '[2]', ' says, all is allowed. ', 1] },
  { content: 'See clause [2] of\nthe annex. [1]', parts: ['See clause ', '[2]', ' of\nthe annex. ', 1] },
  { content: 'Badges, as said elsewhere [2]', parts: ['Badges, as said elsewhere ', '[2]'] },
  { content: 'at the gate [2] [1]', parts: ['at the gate ', '[2]', ' ', 1] },
  { content: 'Keys · at the gate [2] [1]', parts: ['Keys · at the gate ', '[2]', ' ', 1] },
  { content: '[2]', parts: ['[2]'] },
] as const

describe('a text is cut at its marks', () => {
  it.each([...answers, ...forged])('$content', ({ content, parts }) => {
    expect(splitMarks(content, citations).map(({ text, citation }) => citation?.number ?? text)).toEqual(
      parts,
    )
  })

  it.each([...answers, ...forged])('without loss: $content', ({ content }) => {
    expect(
      splitMarks(content, citations)
        .map((part) => part.text)
        .join(''),
    ).toBe(content)
  })
})
