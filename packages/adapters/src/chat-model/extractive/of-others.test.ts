import { expect, it } from 'vitest'
import { readQuestion } from './asked-question.ts'
import { definesOnly, describesDocument, hasFiguresOnly, isUnfilled, pointsElsewhere } from './of-others.ts'

it.each([
  'What every employee does first, namely to report, is in the Incident Reporting procedure (SOP-OPS-05).',
  'Responsibilities for a known breach are documented in the Breach Policy.',
  'Please refer to the Incident Response Policy.',
  'Breaches are reported as the Incident Reporting procedure (SOP-OPS-05) describes.',
])('names nobody, but where it is written: %s', (clause) => {
  expect(pointsElsewhere(readQuestion('Who do I tell about a data breach?'), clause)).toBe(true)
  expect(pointsElsewhere(readQuestion('How do I report a data breach?'), clause)).toBe(true)
  // It says that a breach is reported.
  expect(pointsElsewhere(readQuestion('Do I have to report a data breach?'), clause)).toBe(false)
})

it.each([
  'A data breach is reported to IT security, as the Incident Reporting procedure says, within an hour.',
  'The Data Protection Officer is told within one hour; see the Incident Reporting procedure.',
  'Systems are in compliance with this policy.',
  'Exceptions to the Leave Policy are approved by the HR Director.',
])('says something itself: %s', (clause) => {
  expect(pointsElsewhere(readQuestion('Who do I tell about a data breach?'), clause)).toBe(false)
})

it('a definition names nobody, except to somebody who asks who that is', () => {
  const clause = '1.2 A data breach is a breach of security that leads to a loss.'
  expect(definesOnly(readQuestion('Who do I tell about a data breach?'), clause)).toBe(true)
  expect(definesOnly(readQuestion('How do I report a data breach?'), clause)).toBe(true)
  expect(definesOnly(readQuestion('Is a lost letter a data breach?'), clause)).toBe(false)
  expect(definesOnly(readQuestion('Who is a processor?'), 'A processor is a company that …')).toBe(false)
  const report = 'A breach is reported to IT security.'
  expect(definesOnly(readQuestion('Who do I tell about a data breach?'), report)).toBe(false)
})

it('who approved a document approves nothing else, except for somebody who asks of a document', () => {
  const line = 'Approver\tFinance Director'
  expect(describesDocument(readQuestion('Who signs off my expenses?'), line)).toBe(true)
  expect(describesDocument(readQuestion('Who approved the travel policy?'), line)).toBe(false)
  expect(describesDocument(readQuestion('Who approved the Code of Conduct?'), line)).toBe(false)
  expect(describesDocument(readQuestion('Who signs off my expenses?'), 'Approved by\tCFO')).toBe(false)
  expect(describesDocument(readQuestion('Who signs off?'), 'The owner signs off.')).toBe(false)
})

it.each([
  ['What do I do when the alarm goes off?', 'Cold store\tAbove 8 °C\t15 minutes', true],
  ['What happens when the alarm goes off?', 'Passive box\tNone\t5 minutes', true],
  ['What do I do when the alarm goes off?', 'Cold store\tCall Quality\t15 minutes', false],
  ['What do I do in a fire?', 'Fire\tCall 112, then leave by exit 2\tWithin 1 minute', false],
  ['What do I do when my badge is lost?', 'Lost badge\tFill in form F-12 and give it to HR', false],
  ['How do I report phishing?', 'Phishing\tReport to extension 4711', false],
  ['At what temperature does the alarm go off?', 'Cold store\tAbove 8 °C\t15 minutes', false],
  ['max temperature in a cold store', 'Cold store\tAbove 8 °C\t15 minutes', false],
])('figures do not say what to do: %s %s', (question, row, isFigures) => {
  expect(hasFiguresOnly(readQuestion(question), row)).toBe(isFigures)
})

it.each([
  ['The second site is located at [list the address of the site].', true],
  ['[job title] is authorized to speak to the press.', true],
  ['Purchases up to [amount] need no approval.', true],
  ['Ask through the [company portal](https://portal.example).', false],
  ['See [1] and the list of sites [Annex A].', false],
  ['The list of names is kept by HR.', false],
])('a blank of a template is no value, and a link or a reference is no blank: %s', (clause, is) => {
  expect(isUnfilled(clause)).toBe(is)
})
