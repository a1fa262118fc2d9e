import { expect, it } from 'vitest'
import { inFullWords } from './in-full-words.ts'

it.each([
  ['whats the min pw length', 'whats the minimum password length'],
  ['how many chars for a pwd?', 'how many characters for a password?'],
  ['do i hv to lock it w/o asking', 'do i have to lock it without asking'],
  ['max temp in a cold store', 'maximum temperature in a cold store'],
  ["when do i need a dr's note", "when do i need a doctor's note"],
  ['Is there a pen test every yr?', 'Is there a penetration test every year?'],
  ['Can devs push to prod?', 'Can developers push to production?'],
  ['can i wfh over xmas, pls?', 'can i work from home over Christmas, please?'],
  ['hotel max per night?', 'hotel maximum per night?'],
  ['Is it safe for 30 min?', 'Is it safe for 30 minutes?'],
])('%s', (typed, meant) => {
  expect(inFullWords(typed)).toBe(meant)
})

it.each([
  'May Max see my file?',
  'Does the temp need a badge?',
  'Vad är min lön?',
  'Do I write to hols@acme.example?',
  'Does the .docs format work?',
  'Which pen do I sign with?',
])('what may be something else stays as it is: %s', (question) => {
  expect(inFullWords(question)).toBe(question)
})
