import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitText } from './split-text.ts'

const text = [
  'Gifts Policy',
  'Employees may accept gifts\nup to EUR 50.',
  'Limits',
  'Role\tLimit\nManager\t100\nBoard\t0',
  '• none in cash\n• none twice a year',
  'a) one thing\nb) another',
  'Not a list\n• because of its first line',
].join('\n\n')
const sectionAt = (title: string, level: number) => ({
  level,
  title,
  start: text.indexOf(title),
  page: null,
})
const sections = [sectionAt('Gifts Policy', 1), sectionAt('Limits', 4)]

describe('a text that is shown', () => {
  it('has headings, paragraphs, tables and lists, each with its place', () => {
    const blocks = splitText({ text, sections, pages: [] })
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'heading',
      'table',
      'list',
      'list',
      'paragraph',
    ])
    const cells = blocks[3]?.rows.map((row) => row.map(({ start, end }) => text.slice(start, end)))
    expect(cells).toEqual([
      ['Role', 'Limit'],
      ['Manager', '100'],
      ['Board', '0'],
    ])
    expect(blocks[4]?.rows.map(([line]) => text.slice(line?.start, line?.end))).toEqual([
      '• none in cash',
      '• none twice a year',
    ])
  })

  it('has tables with bars between their cells, head and body together', () => {
    const piped = 'Fines\n\n| Level | Fine\t|\n\n| Low   | none |\n| High | |\n\n| not | a table\n\n|'
    const blocks = splitText({ text: piped, sections: [], pages: [] })
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph', 'paragraph'])
    const cells = blocks[1]?.rows.map((row) => row.map(({ start, end }) => piped.slice(start, end)))
    expect(cells).toEqual([
      ['Level', 'Fine'],
      ['Low', 'none'],
      ['High', ''],
    ])
  })

  it('skips no level of headings', () => {
    const levels = splitText({ text, sections, pages: [] }).flatMap(({ kind, level }) =>
      kind === 'heading' ? [level] : [],
    )
    expect(levels).toEqual([1, 2])
  })

  it('says where pages begin, the first included; a format without pages says nothing', () => {
    const pages = [{ page: 2, start: text.indexOf('Limits') }]
    const opened = splitText({ text, sections, pages }).flatMap(({ opensPage }) => opensPage ?? [])
    expect(opened).toEqual([1, 2])
    expect(splitText({ text, sections, pages: [] }).every(({ opensPage }) => opensPage === null)).toBe(true)
  })

  it('leaves out nothing but white space between its blocks', () => {
    const words = fc.constantFrom('a', '• b', 'c\td', '', ' ', 'سياسة', '😀', '1. e')
    fc.assert(
      fc.property(fc.array(words), (lines) => {
        const joined = lines.join('\n')
        const blocks = splitText({ text: joined, sections: [], pages: [] })
        const shown = blocks.map(({ start, end }) => joined.slice(start, end)).join('')
        expect(shown.replace(/\s/g, '')).toBe(joined.replace(/\s/g, ''))
        for (const { kind, start, end, rows } of blocks) {
          if (kind === 'paragraph') continue
          const inRows = rows.flat().map((cell) => joined.slice(cell.start, cell.end))
          expect(inRows.join('').replace(/\s/g, '')).toBe(joined.slice(start, end).replace(/\s/g, ''))
        }
      }),
    )
  })
})
