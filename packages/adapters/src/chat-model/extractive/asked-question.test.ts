import { expect, it } from 'vitest'
import { readQuestion, termsOf } from './asked-question.ts'

it.each([
  ['My child is sick, can I stay at home?', 'permission'],
  ['A guest came – must I sign for him?', 'duty'],
  ['Can I stay at home?', 'permission'],
  ['The key is lost, what can I do?', null],
  ['Who, if I am ill, can take over?', null],
])('after a situation a question has the form of its own: %s', (text, asks) => {
  expect(readQuestion(text)).toMatchObject({ asks })
})

it.each([
  ['photo of the lab for a report, allowed?', 'permission'],
  ['friday afternoon shipment ok', 'permission'],
  ['A client wants to give me a pen, is that ok?', null],
  ['why is it not allowed?', null],
  ['is the scan ok?', 'permission'],
])('what asks for permission with its last word asks for it: %s', (text, asks) => {
  expect(readQuestion(text)).toMatchObject({ asks })
})

it.each([
  ['whats the min length of a password pls', 'what is the minimum length of a password'],
  ['Hi all, who’s the safety officer? Thanks', 'who is the safety officer?'],
  ['photo of the lab, allowed?', 'May I do this: photo of the lab?'],
  ['Hi-vis jackets are worn. Where?', 'Hi-vis jackets are worn. Where?'],
])('what is typed in a hurry is read as it would be written: %s', (asked, text) => {
  expect(readQuestion(asked)).toMatchObject({ text })
})

it('the limit that is asked for is no word of what it is asked about', () => {
  expect(readQuestion('What is the limit for gifts?').terms).toEqual(['gift'])
  expect(readQuestion('A gift above the limit came. What now?').terms).toEqual(['gift', 'limit', 'came'])
  expect(readQuestion('What is the maximum?').terms).toEqual(['maximum'])
  expect(readQuestion('Hotel maximum per night?').terms).toEqual(['hotel', 'per', 'night'])
  expect(readQuestion('May I sleep for the maximum?').terms).toContain('maximum')
})

it('a day on which people work is a day, and says nothing of work', () => {
  expect(termsOf('Files are closed within five working days.')).not.toContain('work')
  expect(termsOf('Working hours are recorded.')).toContain('work')
})

it('that it is for work is no word of what a question is about, unless little else is said', () => {
  expect(readQuestion('Can I use a chat bot for work?').terms).toEqual(['us', 'chat', 'bot'])
  expect(readQuestion('Can I smoke at work?').terms).toEqual(['smoke', 'work'])
  expect(readQuestion('Can I use my phone at work on Sundays?').terms).toContain('work')
})

it('when something happened is no word of what a question is about, unless little else is said', () => {
  expect(readQuestion('A fridge was too warm overnight').terms).toEqual(['fridg', 'warm'])
  expect(readQuestion('I lost my badge last night, what now?').terms).toEqual(['lost', 'badg'])
  expect(readQuestion('Is an overnight stay paid?').terms).toContain('overnight')
  expect(readQuestion('Who works at the weekend?').terms).toContain('weekend')
})

it('where more is written is no seeing', () => {
  expect(termsOf('Private accounts are not used; see the Acceptable Use Policy.')).not.toContain('see')
  expect(termsOf('See section 4.')).not.toContain('see')
  expect(termsOf('Who can see the file?')).toContain('see')
})
