import { expect, it } from 'vitest'
import { proposedTitle } from './proposed-title.ts'

/** A text of these lines, those with a level being headings. */
function source(...lines: readonly (string | readonly [title: string, level: number])[]) {
  let text = ''
  const sections: { level: number; title: string; start: number; page: null }[] = []
  for (const line of lines) {
    const [words, level] = typeof line === 'string' ? [line, null] : line
    if (text !== '') text += '\n\n'
    if (level !== null) sections.push({ level, title: words, start: text.length, page: null })
    text += words
  }
  return { text, sections }
}

const filler = 'Everyone keeps records and shows them when asked. '.repeat(40)

it.each([
  ['the first heading', source(['Incident Response Plan', 1], 'Purpose.'), 'Incident Response Plan'],
  [
    'the highest of the first headings',
    source(['Part One', 2], ['Incident Response Plan', 1]),
    'Incident Response Plan',
  ],
  [
    'what comes after a head that names nothing',
    source(['Table of Contents', 1], ['Version 3.1', 1], ['Cold Chain', 1]),
    'Cold Chain',
  ],
  [
    'a first line without heading',
    source('Gifts and Hospitality', 'No gifts of cash.'),
    'Gifts and Hospitality',
  ],
  ['white space made one', source(['Data \n Retention', 1]), 'Data Retention'],
  ['no sentence', source('Everyone locks the door at night.', 'And shuts the window.'), null],
  ['no numbered part such as "1. Purpose"', source(['1. Purpose', 1], 'Text.'), null],
  ['no heading far below', source(filler, ['Appendix of forms', 1]), null],
  ['nothing of an empty text', source(''), null],
])('proposes %s', (_, text, title) => {
  expect(proposedTitle(text)).toBe(title)
})
