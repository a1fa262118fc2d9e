import { describe, expect, it } from 'vitest'
import { suggestQuestion } from './suggest-question.ts'

const body = `\n\n${'Text of this part. '.repeat(20)}\n\n`

/** A document made of these headings, each with text below it. */
function documentOf(...headings: readonly string[]) {
  let text = ''
  const sections = headings.map((title) => {
    const start = text.length
    text += title + body
    return { level: 1, title, start, page: null }
  })
  return { title: 'Travel Policy', text, sections }
}

const documents = [
  { headings: ['Booking a flight'], question: 'What does the Travel Policy say about “Booking a flight”?' },
  {
    headings: ['2.1 Booking a flight.'],
    question: 'What does the Travel Policy say about “Booking a flight”?',
  },
  { headings: ['What is a private journey?'], question: 'What is a private journey?' },
  {
    headings: ['Scope', 'Who may travel'],
    question: 'Who may travel?',
  },
  {
    headings: ['Travel Policy', 'السفر إلى الخارج'],
    question: 'What does the Travel Policy say about “السفر إلى الخارج”?',
  },
  { headings: ['Scope'], question: null },
  { headings: ['What is this?'], question: null },
  { headings: ['[1] ___ ###'], question: null },
  { headings: [], question: null },
]

describe('a suggested question', () => {
  it.each(documents)('of $headings is $question', ({ headings, question }) => {
    expect(suggestQuestion(documentOf(...headings))).toBe(question)
  })

  it('is not made of a heading without text', () => {
    const text = 'Booking a flight\n\nReturning home safely\n\nText.'
    const sections = ['Booking a flight', 'Returning home safely'].map((title) => ({
      level: 1,
      title,
      start: text.indexOf(title),
      page: null,
    }))
    expect(suggestQuestion({ title: 'Travel Policy', text, sections })).toBeNull()
  })
})
