import { expect, it } from 'vitest'
import { repairedTerm } from './spelling.ts'

const known = [
  { term: 'password', frequency: 9 },
  { term: 'passport', frequency: 3 },
  { term: 'leav', frequency: 5 },
  { term: 'lead', frequency: 7 },
  { term: 'retent', frequency: 4 },
  { term: 'confidenti', frequency: 2 },
  { term: '2024', frequency: 8 },
]

it.each([
  ['pasword', 'password'],
  ['passwrod', 'password'],
  ['confidenital', undefined],
  ['confidnti', 'confidenti'],
  ['retnet', 'retent'],
  // Of equally near ones, the more frequent.
  ['leax', 'lead'],
  // Too short, another first letter, too far away, digits.
  ['lev', undefined],
  ['bassword', undefined],
  ['pssprt', undefined],
  ['2025', undefined],
])('%s was meant to be %s', (misspelt, meant) => {
  expect(repairedTerm(misspelt, known)).toBe(meant)
})
