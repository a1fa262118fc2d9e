import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembleText } from './assemble-text.ts'
import { passageUnitsMax, splitPassages } from './passages.ts'

const texts = fc.oneof(
  fc.lorem({ mode: 'sentences', maxCount: 30 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'x'.repeat(4000),
    '🗎'.repeat(2000),
    'Access is\u202e denied\0.\r\nNever.',
    'a\ud800b',
    'e\u0301',
  ),
)
const blocks: fc.Arbitrary<ParsedBlock[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('heading', 'paragraph', 'list-item', 'table'),
    text: fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: fc.constant('It costs:') }),
    level: fc.integer({ min: 1, max: 6 }),
    page: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 25 },
)

function holdsForAll(property: (parsed: readonly ParsedBlock[]) => void): void {
  fc.assert(fc.property(blocks, property), { numRuns: 300 })
}

describe('passages of any document', () => {
  it('are never longer than 1,600 units, never empty and never cut a character', () => {
    holdsForAll((parsed) => {
      const assembled = assembleText(parsed)
      for (const { start, end } of splitPassages(assembled)) {
        const passage = assembled.text.slice(start, end)
        expect(end - start).toBeLessThanOrEqual(passageUnitsMax)
        expect(passage.trim()).toBe(passage)
        expect(passage).not.toBe('')
        expect(passage.isWellFormed()).toBe(true)
      }
    })
  })

  it('cover every word outside of headings once, in order', () => {
    holdsForAll((parsed) => {
      const assembled = assembleText(parsed)
      const { text } = assembled
      const words = (parts: readonly { start: number; end: number }[]) =>
        parts
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replace(/\s/g, '')
      const passages = splitPassages(assembled)
      expect(words(passages)).toBe(words(assembled.blocks.filter(({ kind }) => kind !== 'heading')))
      passages.slice(1).forEach(({ start }, index) => {
        expect(start).toBeGreaterThanOrEqual(passages[index]?.end ?? 0)
      })
    })
  })

  it('lie within one section, one page and outside of tables or within one and its lead-in', () => {
    holdsForAll((parsed) => {
      const assembled = assembleText(parsed)
      for (const passage of splitPassages(assembled)) {
        const within = assembled.blocks.filter(({ start, end }) => start < passage.end && end > passage.start)
        expect(within.every(({ kind }) => kind !== 'heading')).toBe(true)
        expect(new Set(within.map(({ page }) => page))).toEqual(new Set([passage.page]))
        expect(within.every(({ headingPath }) => headingPath.join() === passage.headingPath.join())).toBe(
          true,
        )
        const [first, second] = within
        const isLeadIn = first && assembled.text.slice(first.start, first.end).endsWith(':')
        const isAnnounced = within.length === 2 && isLeadIn && second?.kind === 'table'
        const isApart = within.length === 1 || within.every(({ kind }) => kind !== 'table')
        expect(isApart || isAnnounced).toBe(true)
      }
    })
  })
})

describe('passages', () => {
  const sentence = 'Laptops of all staff are encrypted, e.g. with a key that no. 7 of the annex names. '
  const paragraph = (text: string): ParsedBlock => ({ kind: 'paragraph', text })

  it('cut a long paragraph between sentences, into parts of about equal length', () => {
    const assembled = assembleText([paragraph(sentence.repeat(60))])
    const passages = splitPassages(assembled).map(({ start, end }) => assembled.text.slice(start, end))
    expect(passages).toHaveLength(4)
    for (const passage of passages) {
      expect(passage).toMatch(/^Laptops .* names\.$/)
      expect(passage.length).toBeGreaterThan(1_100)
    }
  })

  it('keep clauses whole where they fit', () => {
    const clauses = Array.from({ length: 10 }, (_, index) => `${index}. ${sentence.repeat(5).trim()}`)
    const assembled = assembleText(clauses.map((text) => ({ kind: 'list-item', text })))
    const cut = splitPassages(assembled).map(({ start, end }) => assembled.text.slice(start, end))
    expect(cut.join('\n')).toBe(clauses.join('\n'))
    for (const passage of cut) expect(passage).toMatch(/^\d\. Laptops[\s\S]*names\.$/)
  })

  it('keep what announces a table with it, and not with what is before', () => {
    const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const
    const table = { kind: 'table', text: 'Site\tPrice\nLyon\t9' } as const
    const assembled = assembleText([
      paragraph('Be careful.'),
      paragraph('It costs:'),
      table,
      paragraph('End.'),
    ])
    const found = splitPassages(assembled).map(({ start, end }) => assembled.text.slice(start, end))
    expect(found).toEqual(['Be careful.', 'It costs:\n\nSite\tPrice\nLyon\t9', 'End.'])
  })

  it('cut a long table between its rows', () => {
    const rows = Array.from({ length: 100 }, (_, index) => `Row ${index}\tis kept for ${index} years`)
    const assembled = assembleText([{ kind: 'table', text: rows.join('\n') }])
    const cut = splitPassages(assembled).map(({ start, end }) => assembled.text.slice(start, end))
    expect(cut.length).toBeGreaterThan(1)
    expect(cut.join('\n').split('\n')).toEqual(rows)
  })

  it('carry the headings above them, and the page on which they begin', () => {
    const assembled = assembleText([
      { kind: 'heading', text: 'Security', level: 1, page: 1 },
      { kind: 'heading', text: 'Laptops', level: 2, page: 1 },
      { ...paragraph('They are locked.'), page: 1 },
      { kind: 'heading', text: 'Phones', level: 2, page: 2 },
      { ...paragraph('They are not.'), page: 2 },
    ])
    expect(splitPassages(assembled).map(({ headingPath, page }) => [headingPath.join(' > '), page])).toEqual([
      ['Security > Laptops', 1],
      ['Security > Phones', 2],
    ])
  })
})
