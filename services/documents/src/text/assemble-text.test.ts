import { describe, expect, it } from 'vitest'
import { assembleText, cleanText } from './assemble-text.ts'

describe('the stored text of a version', () => {
  it('has offsets at which exactly the blocks, headings and pages stand', () => {
    const { text, blocks, headings, pages } = assembleText([
      { kind: 'heading', text: 'Leave', level: 1, page: 1 },
      { kind: 'paragraph', text: 'Everybody 👩‍👩‍👧 has thirty days.', page: 1 },
      { kind: 'list-item', text: 'a. Children count.', page: 2 },
      { kind: 'list-item', text: 'b. Pets do not.', page: 2 },
      { kind: 'paragraph', text: ' \0 ', page: 3 },
      { kind: 'table', text: 'Year\tDays\n1\t30', page: 4 },
    ])
    expect(text).toBe(
      'Leave\n\nEverybody 👩‍👩‍👧 has thirty days.\n\na. Children count.\nb. Pets do not.\n\nYear\tDays\n1\t30',
    )
    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Leave',
      'Everybody 👩‍👩‍👧 has thirty days.',
      'a. Children count.',
      'b. Pets do not.',
      'Year\tDays\n1\t30',
    ])
    expect(headings).toEqual([{ level: 1, title: 'Leave', start: 0, page: 1 }])
    expect(pages.map(({ page, start }) => [page, text.slice(start, start + 7)])).toEqual([
      [2, 'a. Chil'],
      [4, 'Year\tDa'],
    ])
  })

  it('closes a section when a heading of the same or a higher level comes', () => {
    const { blocks } = assembleText(
      [1, 2, 3, 2, 1].map((level) => ({ kind: 'heading', text: `H${level}`, level })),
    )
    expect(blocks.map(({ headingPath }) => headingPath.join('/'))).toEqual([
      'H1',
      'H1/H2',
      'H1/H2/H3',
      'H1/H2',
      'H1',
    ])
  })

  it('takes a heading as long as a page for the text that it is', () => {
    const long = 'Everything is forbidden. '.repeat(40).trim()
    const { blocks, headings } = assembleText([
      { kind: 'heading', text: 'Rules', level: 1 },
      { kind: 'heading', text: long, level: 2 },
    ])
    expect(headings.map(({ title }) => title)).toEqual(['Rules'])
    expect(blocks.map(({ kind, headingPath }) => [kind, headingPath])).toEqual([
      ['heading', ['Rules']],
      ['paragraph', ['Rules']],
    ])
  })

  it('has the items of a list on lines of their own where the file lost them', () => {
    const textOf = (text: string) => assembleText([{ kind: 'paragraph', text }]).text
    expect(textOf('Not to be used for: * Mining; * The resale of access; or * spam.')).toBe(
      'Not to be used for:\n\n* Mining;\n* The resale of access; or\n* spam.',
    )
    expect(textOf('A request must * come from an agency * say what is illegal there.')).toBe(
      'A request must\n\n* come from an agency\n* say what is illegal there.',
    )
    const product = 'The risk is impact * likelihood * exposure, and 2 * 3 * 4 is 24.'
    expect(textOf(product)).toBe(product)
    const footnote = 'Prices in euros * without tax.'
    expect(textOf(footnote)).toBe(footnote)
  })

  it.each([
    ['composed characters', 'Zu\u0308rich', 'Zürich'],
    ['line ends', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['NUL and controls', 'a\0b\u0007c\u0085', 'a b c'],
    ['lone surrogates', 'a\ud83d b\udcc4', 'a\ufffd b\ufffd'],
    ['direction overrides', 'Access \u202Edenied\u202C\u2066!\u2069', 'Access denied!'],
    ['invisible characters in words', 'con\u00adfi\u200bden\u2060tial\ufeff', 'confidential'],
    ['spaces of all kinds', 'a \u00a0\u2003b  \t c', 'a b\tc'],
  ])('has its %s settled', (_, raw, clean) => {
    expect(cleanText(raw)).toBe(clean)
  })
})
