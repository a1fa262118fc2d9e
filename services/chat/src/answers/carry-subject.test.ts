import { expect, it } from 'vitest'
import { carrySubject } from './carry-subject.ts'

const leave = 'How long is parental leave?'

it.each([
  ['And for contractors?', 'And for contractors? (parental leave)'],
  ['By when?', 'By when? (parental leave)'],
  ['Who has to approve it?', 'Who has to approve it? (parental leave)'],
  ['Does it apply to interns?', 'Does it apply to interns? (parental leave)'],
  [
    'What happens if they miss the deadline twice?',
    'What happens if they miss the deadline twice? (parental leave)',
  ],
  ['Are there exceptions?', 'Are there exceptions? (parental leave)'],
  ['How many can go there?', 'How many can go there? (parental leave)'],
  ['Is leave paid then, if I take it?', 'Is leave paid then, if I take it?'],
])('%s speaks of what was asked before', (question, whole) => {
  expect(carrySubject(question, [leave])).toBe(whole)
})

it.each([
  'May I share my password with a colleague?',
  'Is it allowed to work from home on Fridays?',
  'What does the policy say about gifts from suppliers?',
  'Passwords?',
  'Who do I call if there is a fire?',
  'Is there a limit for gifts?',
])('%s has a subject of its own', (question) => {
  expect(carrySubject(question, [leave])).toBe(question)
})

it('the subject is that of the latest question that had one', () => {
  const earlier = ['Who signs invoices above the limit?', leave, 'And for contractors?', 'By when?']
  expect(carrySubject('Why?', earlier)).toBe('Why? (parental leave)')
})

it('without anything before it a question stays as it is', () => {
  expect(carrySubject('By when?', [])).toBe('By when?')
  expect(carrySubject('By when?', ['And why?'])).toBe('By when?')
})

it('a question of any length and script is read, and never grows by more than six words', () => {
  const long = `Welche Regeln gelten für ${'Sonderurlaub und Elternzeit '.repeat(100)}Überstunden?`
  const whole = carrySubject('Why?', [long])
  expect(whole.split(' ').length).toBeLessThanOrEqual(8)
})
