import { describe, expect, it } from 'vitest'
import { readableTitle, suggestQuestion } from './suggest-question.ts'

const body = `\n\n${'Text of this part. '.repeat(20)}\n\n`

/** A document made of these headings, each with text below it. */
function documentOf(...headings: readonly string[]) {
  let text = ''
  const sections = headings.map((title) => {
    const start = text.length
    text += title + body
    return { level: 1, title, start, page: null }
  })
  return { title: 'journeys_2026.txt', text, sections }
}

const documents = [
  { headings: ['Booking a flight'], question: 'What are the rules for booking a flight?' },
  { headings: ['2.1 Booking a flight.'], question: 'What are the rules for booking a flight?' },
  { headings: ['What is a private journey?'], question: 'What is a private journey?' },
  { headings: ['Scope', 'Who may travel'], question: 'Who may travel?' },
  { headings: ['How to report a lost badge'], question: 'How do I report a lost badge?' },
  { headings: ['3. When the notice period starts'], question: 'When does the notice period start?' },
  { headings: ['3. When this procedure starts'], question: null },
  { headings: ['3. What is not allowed'], question: null },
  {
    headings: ['Steps to approval', 'Booking a flight'],
    question: 'What are the rules for booking a flight?',
  },
  { headings: ['Booking a flight', 'What is not reimbursed'], question: 'What is not reimbursed?' },
  { headings: ['Retention of Training Records'], question: 'How long do we keep training records?' },
  { headings: ['Camera Footage Retention'], question: 'How long do we keep camera footage?' },
  { headings: ['Responsibilities for Backups'], question: 'Who is responsible for backups?' },
  { headings: ['Reporting of security incidents'], question: 'Whom do I tell about security incidents?' },
  { headings: ['Approval of travel'], question: 'Who approves travel?' },
  { headings: ['Password Requirements'], question: 'What are the password requirements?' },
  { headings: ['Use of GitHub Pages'], question: 'How may I use GitHub Pages?' },
  { headings: ['Journeys 2026', 'السفر إلى الخارج'], question: 'السفر إلى الخارج?' },
  { headings: ['Purpose', 'Revision history', 'Appendix A'], question: null },
  { headings: ['What is this?'], question: 'What is this?' },
  { headings: ['[1] ___ ###'], question: null },
  { headings: [], question: null },
]

describe('a suggested question', () => {
  it.each(documents)('of $headings is $question', ({ headings, question }) => {
    expect(suggestQuestion(documentOf(...headings))?.question ?? null).toBe(question)
  })

  it.each(documents)('never names the file: $headings', ({ headings }) => {
    expect(suggestQuestion(documentOf(...headings))?.question ?? '').not.toMatch(/journeys|\.txt/)
  })

  it.each([
    { title: 'Encryption Policy', question: 'What are the rules for encryption?' },
    { title: 'Data Retention Policy', question: 'How long do we keep data?' },
    { title: 'Sample: Remote Work Policy', question: 'What are the rules for remote work?' },
    {
      title: 'media.pdf',
      first: 'Removable Media Policy',
      question: 'What are the rules for removable media?',
    },
    { title: 'media.pdf', first: 'Purpose and Scope', question: null },
  ])('is else made of what the document is a policy for: $title, $first', ({ title, first, question }) => {
    const headings = [...(first ? [first] : []), 'Purpose and Scope', 'Background']
    expect(suggestQuestion({ ...documentOf(...headings), title })?.question ?? null).toBe(question)
  })

  it.each([
    ['4.4 Complaint records are kept for ten years after closing.', 'How long are complaint records kept?'],
    ['5.2 Privileged rights are reviewed every month.', 'How often are privileged rights reviewed?'],
    [
      'Return it. A lost badge or key is reported within one hour.',
      'How soon must a lost badge or key be reported?',
    ],
    ['Holds are reviewed every week. The report is sent within 20 working days.', null],
    ['Records that it does not list are kept for three years.', null],
    ['5.3 Notified body and insurer are informed within two working days.', null],
    ['Badges and keys are counted every month.', 'How often are badges and keys counted?'],
  ])('is one that a sentence answers, if one says a period: %s', (sentence, question) => {
    const { sections, ...document } = documentOf('What is a private journey?')
    const text = `${document.text}${sentence}`
    expect(suggestQuestion({ ...document, sections, text })?.question).toBe(
      question ?? 'What is a private journey?',
    )
  })

  it('is not made of a heading without text', () => {
    const text = 'Booking a flight\n\nReturning home safely\n\nText.'
    const sections = ['Booking a flight', 'Returning home safely'].map((title) => ({
      level: 1,
      title,
      start: text.indexOf(title),
      page: null,
    }))
    expect(suggestQuestion({ title: 'Journeys', text, sections })).toBeNull()
  })
})

it.each([
  ['password.txt', 'password'],
  ['incident_response-v2.PDF', 'incident response v2'],
  ['Third-Party Policy', 'Third-Party Policy'],
])('the title %s reads %s', (title, readable) => {
  expect(readableTitle(title)).toBe(readable)
})
