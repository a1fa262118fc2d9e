import type { Citation } from '@portal/contracts/chat'
import { expect, it } from 'vitest'
import { keepMarks } from './keep-marks.ts'
import { splitMarks } from './split-marks.ts'

const citations = [1, 2, 3, 4].map(
  (number): Citation => ({
    ...{ number, quote: 'q', documentId: 'd', versionId: 'v', version: 1, title: 'Records' },
    ...{ customId: 'DOC-1', headingPath: [], page: null, start: 0, end: 1 },
  }),
)

/** What each group of a text holds together: its words as they are, marks as their text. */
const groupsOf = (text: string) =>
  keepMarks(splitMarks(text, citations)).map(({ isKept, runs }) => ({
    [isKept ? 'kept' : 'loose']: runs.map((run) => run.text).join(''),
  }))

it.each([
  ['Kept for five years. [1]', [{ loose: 'Kept for five ' }, { kept: 'years. [1]' }]],
  ['Kept for five years [1] [2]', [{ loose: 'Kept for five ' }, { kept: 'years [1] [2]' }]],
  ['Years.[1][2]', [{ kept: 'Years.[1][2]' }]],
  ['One. [1]\n\nStill two. [2]', [{ kept: 'One. [1]' }, { loose: '\n\nStill ' }, { kept: 'two. [2]' }]],
  ['No source [9], and no mark.', [{ loose: 'No source [9], and no mark.' }]],
])('a mark is on the line of the word before it: %s', (text, groups) => {
  expect(groupsOf(text)).toEqual(groups)
})

it('a long word and a long row of marks may be broken: they would not fit on a phone', () => {
  expect(groupsOf('https://halden.example/records [1] [2] [3] [4]')).toEqual([
    { loose: 'https://halden.exa' },
    { kept: 'mple/records [1] [2] [3]' },
    { kept: ' [4]' },
  ])
})

it('finds the word before a mark in the run before a blank one', () => {
  const [mark] = splitMarks('x [1]', citations).slice(-1)
  if (!mark) throw new Error('There is no mark.')
  const runs = ['Keep it ', 'five years', ' '].map((text, at) => ({ key: `${at}`, text, citation: null }))
  expect(keepMarks([...runs, mark]).map((group) => group.runs.map(({ text }) => text))).toEqual([
    ['Keep it ', 'five '],
    ['years', ' ', '[1]'],
  ])
})

it('keys differ, also of what was one run before', () => {
  const groups = keepMarks(splitMarks('Kept for five years. [1] [2]', citations))
  const keys = groups.flatMap(({ runs }) => runs.map(({ key }) => key))
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
})
