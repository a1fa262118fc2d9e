import { describe, expect, it } from 'vitest'
import { isSameQuestion, sameQuestion } from './same-question.ts'

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

describe('the same question among those verified', () => {
  const [asked, near, nearer, far] = [
    [1, 0],
    [0.92, 0.39],
    [0.98, 0.2],
    [0, 1],
  ].map((each) => Float32Array.from(each))
  const question = 'How long are batch records kept?'
  let read: string[] = []
  const verified = (text: string, vector = far) => ({
    get question() {
      read.push(text)
      return text
    },
    vector: vector ?? new Float32Array(),
  })
  const find = (list: ReturnType<typeof verified>[]) => {
    read = []
    return sameQuestion({ question, vector: asked ?? new Float32Array() }, list)
  }

  it('is the nearest whose words agree', () => {
    const same = verified('For how many years do we keep batch records?', near)
    expect(find([verified('Who keeps batch records?', nearer), same, verified(question)])).toBe(same)
    const nearest = verified(question, nearer)
    expect(find([same, nearest])).toBe(nearest)
    expect(find([verified('Who keeps batch records?', near)])).toBeNull()
  })

  it('is looked for in the words of those alone whose vectors are near, and of no more than 50', () => {
    expect(find(Array.from({ length: 1000 }, () => verified(question)))).toBeNull()
    expect(read).toEqual([])
    expect(find(Array.from({ length: 1000 }, () => verified('Who keeps batch records?', near)))).toBeNull()
    expect(read).toHaveLength(50)
  })
})
