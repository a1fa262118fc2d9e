import { expect, it } from 'vitest'
import { inFullForm } from './courtesies.ts'

it.each([
  ['whats the min pw length pls', 'what is the minimum password length'],
  ['What max temp is allowed in the lab?', 'What maximum temperature is allowed in the lab?'],
  ['how many chars must a pwd have?', 'how many characters must a password have?'],
  ['Hi all, who’s the safety officer? Thanks', 'who is the safety officer?'],
])('what is typed for short is read in full: %s', (typed, full) => {
  expect(inFullForm(typed)).toBe(full)
  expect(inFullForm(full)).toBe(full)
})

it.each([
  'For how many min may the door stand open?',
  'Is a 15 min break paid?',
  'Is a 30-min walk too far?',
  'Max is ill. Who stands in for him?',
  'Which temps need a badge?',
  'Hi-vis jackets are worn. Where?',
  // Nothing would be left to search for.
  'hi',
])('what looks like it stays as it is: %s', (text) => {
  expect(inFullForm(text)).toBe(text)
})
