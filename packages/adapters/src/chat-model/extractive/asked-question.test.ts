import { expect, it } from 'vitest'
import { readQuestion } from './asked-question.ts'

it.each([
  ['My child is sick, can I stay at home?', 'permission'],
  ['A guest came – must I sign for him?', 'duty'],
  ['Can I stay at home?', 'permission'],
  ['The key is lost, what can I do?', null],
  ['Who, if I am ill, can take over?', null],
])('after a situation a question has the form of its own: %s', (text, asks) => {
  expect(readQuestion(text)).toMatchObject({ asks })
})

it('the limit that is asked for is no word of what it is asked about', () => {
  expect(readQuestion('What is the limit for gifts?').terms).toEqual(['gift'])
  expect(readQuestion('A gift above the limit came. What now?').terms).toEqual(['gift', 'limit', 'came'])
  expect(readQuestion('What is the maximum?').terms).toEqual(['maximum'])
})
