import { describe, expect, it } from 'vitest'
import { emphasised } from './emphasis.ts'

const strong = (text: string) =>
  emphasised(text)
    .filter(({ isStrong }) => isStrong)
    .map((piece) => piece.text)

/** What is emphasised in a sentence. */
const sentences = [
  { text: 'The officer tells the authority within 72 hours.', words: ['72 hours'] },
  {
    text: 'Report it within two business days, at the latest after 5 working days.',
    words: ['two business days', '5 working days'],
  },
  { text: 'Gifts above EUR 50 or €1,000.50 need approval.', words: ['EUR 50', '€1,000.50'] },
  {
    text: 'It applies from 1 November 2026 until 2027-01-31, 17:00.',
    words: ['1 November 2026', '2027-01-31', '17:00'],
  },
  {
    text: 'At least 12 characters, and 2.5% of seven years.',
    words: ['12 characters', '2.5%', 'seven years'],
  },
  { text: 'See clause 4.2 of ISO 27001 and room B12.', words: [] },
]

describe('what people look for in an answer', () => {
  it.each(sentences)('$text', ({ text, words }) => {
    expect(strong(text)).toEqual(words)
    expect(
      emphasised(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})
