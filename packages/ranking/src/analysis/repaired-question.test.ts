import { expect, it } from 'vitest'
import { repairedQuestion } from './repaired-question.ts'

const passages = [
  'Password Standard\nNobody shares a password with a colleague. A subset of accounts is reviewed in a freeze.',
  'Travel Policy\nReceipts of more than 25 euros are kept. Expenses are reimbursed within 30 days.',
]
const repaired = (question: string) => repairedQuestion(question, () => passages)

it.each([
  ['May I share my pasword with a colleage?', 'May I share my password with a colleague?'],
  ['When are my expences reimbursd?', 'When are my expenses reimbursed?'],
  ['Reciepts of taxis?', 'Receipts of taxis?'],
  ['who gets my passwrod', 'who gets my password'],
  // Documents have another word for it.
  ['How many days of vacaton?', 'How many days of vacation?'],
])('%s asks: %s', (misspelt, meant) => {
  expect(repaired(misspelt)).toBe(meant)
})

it.each([
  // English, and not in the passages.
  'May I sublet my parking space?',
  'Where is the freezer?',
  // In the passages, in another form.
  'Is it reimbursable, and who reimburses it?',
  // Names and abbreviations.
  'Does Colleag store a PASWORD?',
  // Nothing is near to it, or it is short.
  'Is phishing a hypobrachial pw?',
  // Not English.
  'Darf ich mein Passwort mit einem Kollegen teilen?',
  'pasword colleage shaers frezee',
  '',
])('%s stays as it is', (question) => {
  expect(repaired(question)).toBe(question)
})

it('reads no passage where every word is known', () => {
  const unread = () => expect.unreachable('The passages are read.')
  expect(repairedQuestion('May I share my password?', unread)).toBe('May I share my password?')
})

it('repairs four words of a question at most', () => {
  const asked = (word: string) => `Is it a ${word} or no ${word} if it is like a ${word}, or both?`
  const six = (first: string, last: string) => `${asked(first)} ${asked(last)}`
  expect(repaired(six('pasword', 'pasword'))).toBe(
    six('password', 'pasword').replace(' a pasword', ' a password'),
  )
})
