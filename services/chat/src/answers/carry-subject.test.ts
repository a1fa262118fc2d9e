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
  ['Is it allowed?', 'Is it allowed? (parental leave)'],
  ['How long is it kept?', 'How long is it kept? (parental leave)'],
  ['Is it OK to share it?', 'Is it OK to share it? (parental leave)'],
  ['Is it possible to do so?', 'Is it possible to do so? (parental leave)'],
  ['Is it allowed for interns?', 'Is it allowed for interns? (parental leave)'],
  ['Is it sent to HR?', 'Is it sent to HR? (parental leave)'],
  ['Is it OK to extend?', 'Is it OK to extend? (parental leave)'],
  ['Is it OK to forward to a supplier?', 'Is it OK to forward to a supplier? (parental leave)'],
  ['Is it paid if I quit?', 'Is it paid if I quit? (parental leave)'],
  ['How long does it take to process?', 'How long does it take to process? (parental leave)'],
  ['Is it possible to transfer?', 'Is it possible to transfer? (parental leave)'],
  ['Is it too late to cancel?', 'Is it too late to cancel? (parental leave)'],
  ['How long does it take?', 'How long does it take? (parental leave)'],
  ['How long does it take with customs?', 'How long does it take with customs? (parental leave)'],
  ['Is it allowed if I ask?', 'Is it allowed if I ask? (parental leave)'],
  ['Does it matter?', 'Does it matter? (parental leave)'],
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
  'Is it OK to use ChatGPT?',
  'Is it okay for an intern to drive?',
  'Would it be all right to bring a dog?',
  "It's fine to smoke, right?",
  'Is it still necessary to wear badges?',
  'Is it true that visitors sign?',
  'Is it OK if I smoke?',
  'Is it a problem if I am late?',
  'Is it my job to lock up?',
  'Does it matter if I smoke?',
  'How long does it take to get a badge?',
  'How long does it take until a refund arrives?',
  'How much does it cost to park?',
  'Does it make sense to insure laptops?',
])('%s has a subject of its own', (question) => {
  expect(carrySubject(question, [leave])).toBe(question)
})

it('the subject is that of the latest question that had one', () => {
  const earlier = ['Who signs invoices above the limit?', leave, 'And for contractors?', 'By when?']
  expect(carrySubject('Why?', earlier)).toBe('Why? (parental leave)')
})

it('the words with which one asks whether something is all right are no part of the subject', () => {
  expect(carrySubject('And at home?', ['Is it OK to smoke?'])).toBe('And at home? (smoke)')
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
