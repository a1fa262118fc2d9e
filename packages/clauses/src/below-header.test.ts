import { expect, it } from 'vitest'
import { readOut } from './below-header.ts'
import { cutClauses } from './cut-clauses.ts'

const leave = 'Days off are:\n\nOccasion\tPaid days\nMarriage\t2\nMoving\t\n\nAsk HR. It answers.'

/** Everything from one clause to another, each given by its first words. */
function readFrom(first: string, last = first, text = leave): string {
  const clauses = cutClauses(text)
  const at = (words: string) => clauses.findIndex(({ start }) => text.startsWith(words, start))
  return readOut({ text, clauses, first: at(first), last: at(last) })
}

it('a row is read with the names of its columns, after what announces its table', () => {
  expect(readFrom('Marriage')).toBe('Days off are: Marriage (Occasion); 2 (Paid days)')
  expect(readFrom('Moving')).toBe('Days off are: Moving (Occasion)')
})

it('a row after its header is read as it is written, and so is what is no row', () => {
  expect(readFrom('Occasion', 'Marriage')).toBe('Occasion\tPaid days\nMarriage\t2')
  expect(readFrom('Ask', 'It answers')).toBe('Ask HR. It answers.')
})

it('bars around a row are no cells of it', () => {
  expect(readFrom('| Fire', '| Fire', '| What | When |\n| Fire\t| At once |')).toBe(
    'Fire (What); At once (When)',
  )
})
