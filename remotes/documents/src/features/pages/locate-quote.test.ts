import { describe, expect, it } from 'vitest'
import { locateQuote, type PagedText, pageOf, spanOfPage } from './locate-quote.ts'
import { pageText } from './page-text.ts'

/** What the pages draw, line by line, with a running header and footer on each. */
const drawn = [
  ['Halden Medical', 'Gifts are regis-', 'tered within 5 days.', 'Cash is never', 'accepted.', 'Page 1'],
  ['Halden Medical', 'Exceptions are made', 'by the board alone and', 'Page 2'],
  [
    'Halden Medical',
    'are kept in the register.',
    'Cash is never',
    'accepted.',
    'Cash is never accepted.',
    'Page 3',
  ],
]
const read = [
  'Gifts are registered within 5 days.\n\nCash is never accepted.',
  'Exceptions are made by the board alone and are kept in the register.',
  'Cash is never accepted.\n\nCash is never accepted.',
]
const text = read.join('\n\n')
const third = text.lastIndexOf(read[2] ?? '')
const source: PagedText = {
  text,
  pages: [
    { page: 2, start: text.indexOf('Exceptions') },
    { page: 3, start: third },
  ],
}
const pages = drawn.map((lines) => pageText(lines))
const textOf = (page: number) => pages[page - 1] ?? null

/** What is drawn at the located places, with a bar between pages. */
function wordsAt(start: number, length: number): string | null {
  const parts = locateQuote(source, { start, end: start + length }, textOf)
  if (!parts) return null
  const words = parts.map(({ page, span: { from, to } }) => {
    const items = (drawn[page - 1] ?? []).slice(from.item, to.item + 1)
    return items
      .map((item, at) =>
        item.slice(at === 0 ? from.offset : 0, at === items.length - 1 ? to.offset : item.length),
      )
      .join('/')
  })
  return words.join(' | ')
}

const wordsOf = (quote: string, from = 0) => wordsAt(text.indexOf(quote, from), quote.length)

describe('a quotation on the pages of its PDF', () => {
  it('is found across lines, and where a word was hyphenated', () => {
    expect(wordsOf('Gifts are registered within 5 days.')).toBe('Gifts are regis-/tered within 5 days.')
    expect(wordsOf('registered within')).toBe('regis-/tered within')
  })

  it('that begins on one page and ends on the next is found on both, without what is between', () => {
    expect(wordsOf(read[1] ?? '')).toBe(
      'Exceptions are made/by the board alone and | are kept in the register.',
    )
  })

  it('that occurs several times on its page is the one that was quoted', () => {
    expect(wordsOf('Cash is never accepted.', third)).toBe('Cash is never/accepted.')
    expect(wordsOf('Cash is never accepted.', third + 5)).toBe('Cash is never accepted.')
  })

  it('whose words the running header has too is told from it by what stands beside it', () => {
    const title = 'Cold Chain and Excursions'
    const body = [title, 'An excursion is reported at once.', 'Each excursion has a number.']
    const lines = [`Halden Medical, ${title}`, ...body, `${title}, page 1`]
    const read = { text: body.join('\n\n'), pages: [] }
    const own = pageText(lines)
    const starts = [...read.text.matchAll(/excursion/gi)].map(({ index }) => index)
    const located = starts.map((start) => locateQuote(read, { start, end: start + 9 }, () => own))
    const at = (item: number, word: string) => {
      const offset = (lines[item] ?? '').indexOf(word)
      return [{ page: 1, span: { from: { item, offset }, to: { item, offset: offset + 9 } } }]
    }
    expect(located).toEqual([at(1, 'Excursion'), at(2, 'excursion'), at(3, 'excursion')])
  })

  it('that the page does not draw, or not certainly, is nowhere', () => {
    const other = { ...source, text: text.replace('5 days', '7 days') }
    const start = other.text.indexOf('within 7 days')
    expect(locateQuote(other, { start, end: start + 13 }, textOf)).toBeNull()
    const twice = pageText(['Cash is never accepted.', 'Cash is never accepted.'])
    const quote = { start: text.indexOf('Cash'), end: text.indexOf('Cash') + 23 }
    expect(locateQuote(source, quote, () => twice)).toBeNull()
    expect(locateQuote(source, quote, () => null)).toBeNull()
    expect(locateQuote(source, { start: 3, end: 3 }, textOf)).toBeNull()
  })
})

describe('the pages of a text', () => {
  it('are known for every offset, and give their span', () => {
    expect([0, third - 1, third].map((offset) => pageOf(source, offset))).toEqual([1, 2, 3])
    expect([1, 2, 3].map((page) => text.slice(...slice(page)).trim())).toEqual(read)
    expect(slice(4)).toEqual([0, 0])
  })

  it('of a page that gave no text are an empty span', () => {
    expect(spanOfPage({ text, pages: [{ page: 3, start: third }] }, 2)).toEqual({ start: 0, end: 0 })
  })
})

function slice(page: number): [number, number] {
  const { start, end } = spanOfPage(source, page)
  return [start, end]
}
