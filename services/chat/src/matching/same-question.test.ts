import { describe, expect, it } from 'vitest'
import { isSameQuestion } from './same-question.ts'

describe('two questions whose vectors are alike', () => {
  it.each([
    ['How long are batch records kept?', 'For how many years do we keep batch records?'],
    ['Who approves annual leave?', 'Who has to approve my annual holidays?'],
    ['May I share my password with a colleague?', 'Can I share my password with a coworker?'],
    ['What is the limit for a gift from a supplier?', 'How much may gifts from suppliers cost?'],
    ['How often are suppliers audited?', 'At what interval is a supplier audited?'],
  ])('are one in other words: %s · %s', (one, other) => {
    expect([isSameQuestion(one, other), isSameQuestion(other, one)]).toEqual([true, true])
  })

  // Each pair has a cosine of .93 or more.
  it.each([
    ['Retention period of complaint files?', 'Retention period of recall files?'],
    ['What is the limit for a gift from a supplier?', 'What is the limit for a gift to a customer?'],
    ['How do I report an incident?', 'Within what time do I have to report an incident?'],
    ['Where is an incident reported?', 'How soon must an incident be reported?'],
    ['How long must a password be?', 'How often must I change my password?'],
    ['How many days of annual leave do I have?', 'How many months of parental leave do I get?'],
  ])('are two where their words ask something else: %s · %s', (one, other) => {
    expect([isSameQuestion(one, other), isSameQuestion(other, one)]).toEqual([false, false])
  })

  it('are two where neither has a word that says what it is about', () => {
    expect(isSameQuestion('What is it?', 'How is that?')).toBe(false)
  })
})
