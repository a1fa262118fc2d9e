import { expect, it } from 'vitest'
import type { ChosenQuote } from './choose-quotes.ts'
import { cutPassages } from './cut-passages.ts'
import { inReadingOrder } from './reading-order.ts'

/** A quotation of a document's text at this offset, found with this score. */
function quoteAt(documentId: string, start: number, score: number, section = 'Terms'): ChosenQuote {
  const id = `${documentId}${start}`
  const text = 'Records are kept for five years.'
  const passage = {
    id,
    documentTitle: 'Records',
    headingPath: [section],
    text,
    score: 1,
    similarity: 0.9,
    windows: [],
  }
  const [cut] = cutPassages([{ ...passage, position: { documentId, start } }])
  if (!cut) throw new Error('There is no passage.')
  const span = { start: 0, end: text.length, first: 0, last: 0 }
  const window = { ...span, cut, score, similarity: 0.9, match: 0.9, value: 1 }
  return { cut, decides: 0, shown: [0], window, ownValue: 1 }
}

const read = (quotes: readonly ChosenQuote[], isDecided = false) =>
  inReadingOrder(quotes, () => !isDecided).map(({ cut }) => cut.passage.id)

it('reads a section as it is written, and documents by their best quotation', () => {
  const quotes = [quoteAt('a', 500, 10), quoteAt('b', 0, 9.5), quoteAt('a', 100, 9)]
  expect(read(quotes)).toEqual(['a100', 'a500', 'b0'])
})

it('reads another section of the document after the one that answers', () => {
  const other = quoteAt('a', 100, 9.9, 'Another')
  expect(read([quoteAt('a', 500, 10), other, quoteAt('a', 900, 9.4)])).toEqual(['a500', 'a100', 'a900'])
})

it('reads a rule before the annex that has its figures', () => {
  const rule = quoteAt('a', 100, 9.9, '9. Alarms')
  expect(read([quoteAt('a', 500, 10, 'Appendix A: Limits'), rule])).toEqual(['a100', 'a500'])
})

it('leaves out what is written before the best one and is much worse, and not what follows it', () => {
  expect(read([quoteAt('a', 500, 10), quoteAt('a', 100, 7.5)])).toEqual(['a500'])
  expect(read([quoteAt('a', 500, 10), quoteAt('a', 900, 7.5)])).toEqual(['a500', 'a900'])
  expect(read([quoteAt('a', 500, 10), quoteAt('b', 100, 7.5), quoteAt('c', 0, 6)])).toEqual(['a500', 'b100'])
})

it('reads the document that the best one refers to before it', () => {
  const [gifts, other] = [quoteAt('a', 500, 10), quoteAt('b', 0, 9)]
  const refers = 'Concerns: see the Speaking Up Policy (POL-4).'
  const [best] = cutPassages([{ ...gifts.cut.passage, text: refers }])
  const [named] = cutPassages([{ ...other.cut.passage, documentTitle: 'Speaking Up Policy' }])
  if (!best || !named) throw new Error('There is no passage.')
  expect(read([{ ...gifts, cut: best }, other])).toEqual(['a500', 'b0'])
  expect(
    read([
      { ...gifts, cut: best },
      { ...other, cut: named },
    ]),
  ).toEqual(['b0', 'a500'])
})

it('puts nothing before the rule that decides', () => {
  expect(read([quoteAt('a', 500, 10), quoteAt('a', 100, 9.9)], true)).toEqual(['a500'])
})

it('has no order without quotations', () => {
  expect(read([])).toEqual([])
})
