import { describe, expect, it } from 'vitest'
import { fixedCitation } from '../../testing/fixed-answers.ts'
import { splitMarks } from './split-marks.ts'

const citations = [
  fixedCitation(1, 'x', { quote: 'See clause [2] of\nthe annex.' }),
  fixedCitation(2, 'y', { quote: 'Five years.' }),
]

/** An answer, and what its paragraphs become: words, and numbers for marks. */
const answers = [
  { content: 'Five years. [2]', paragraphs: [['Five years. ', 2]] },
  {
    content: 'One. [1]\n\nTwo. [2]',
    paragraphs: [
      ['One. ', 1],
      ['Two. ', 2],
    ],
  },
  { content: 'Both.[1][2]', paragraphs: [['Both.', 1, 2]] },
  {
    content: 'No such source [3] and no number [x].',
    paragraphs: [['No such source ', '[3]', ' and no number [x].']],
  },
  { content: 'See clause [2] of the annex. [1]', paragraphs: [['See clause ', '[2]', ' of the annex. ', 1]] },
  { content: 'First line\nsecond line [1]', paragraphs: [['First line\nsecond line ', 1]] },
] as const

describe('an answer is cut at its marks', () => {
  it.each(answers)('$content', ({ content, paragraphs }) => {
    const shown = splitMarks(content, citations).map(({ parts }) =>
      parts.map(({ text, citation }) => citation?.number ?? text),
    )
    expect(shown).toEqual(paragraphs)
  })

  it.each(answers)('without loss: $content', ({ content }) => {
    const text = splitMarks(content, citations)
      .map(({ parts }) => parts.map((part) => part.text).join(''))
      .join('\n\n')
    expect(text).toBe(content)
  })
})
