import { type DocTextParagraph, docChanges, wordFile } from '@portal/testkit/files/word-97-file'
import { describe, expect, it } from 'vitest'
import { readDoc } from './read-doc.ts'

const { bold, deleted, hidden, inTable, listItem, rowEnd, spacing, symbol } = docChanges

function blocksOf(content: Uint8Array): string[] {
  return readDoc(content).blocks.map(({ kind, level, text }) => `${kind}${level ?? ''}: ${text}`)
}

const cell = (text: string): DocTextParagraph => ({ runs: [{ text }], changes: inTable, end: '\x07' })
const endOfRow: DocTextParagraph = { runs: [], changes: rowEnd, end: '\x07' }
const rows = [cell('Record'), cell('Kept for'), endOfRow, cell('Invoice'), cell('Ten years'), endOfRow]

describe('a Word 97-2003 file', () => {
  it('has headings by style, list items, bold lines and tables, in order', () => {
    const content = wordFile([
      { runs: [{ text: 'Records Policy' }], style: 1 },
      'Every record has an owner who decides how long it is kept.',
      { runs: [{ text: 'Periods' }], style: 2 },
      { runs: [{ text: 'Invoices' }], changes: listItem },
      { runs: [{ text: 'Exceptions', changes: bold }] },
      ...rows,
      'The board reviews this policy every year.',
    ])
    expect(blocksOf(content)).toEqual([
      'heading1: Records Policy',
      'paragraph: Every record has an owner who decides how long it is kept.',
      'heading2: Periods',
      'list-item: Invoices',
      'heading3: Exceptions',
      'table: Record\tKept for\nInvoice\tTen years',
      'paragraph: The board reviews this policy every year.',
    ])
    expect(readDoc(content).parser).toBe('local doc')
  })

  it.each([
    ['no deleted text', [{ text: 'Doors are ' }, { text: 'never ', changes: deleted }, { text: 'locked.' }]],
    ['no hidden text', [{ text: 'Doors are ' }, { text: 'never ', changes: hidden }, { text: 'locked.' }]],
    ['spaced text', [{ text: 'Doors are ' }, { text: 'locked.', changes: spacing }]],
    [
      'the results of fields',
      [{ text: 'Doors \x13 IF \x13 REF x \x14never\x15 \x14are\x15 \x13 HYPERLINK "x" \x14locked.\x15' }],
    ],
    ['no invisible hyphens', [{ text: 'Doors are lock\x1fed.' }]],
    ['line breaks as spaces', [{ text: 'Doors\x0bare\tlocked.' }]],
  ])('has %s', (_, runs) => {
    expect(blocksOf(wordFile([{ runs }]))).toEqual(['paragraph: Doors are locked.'])
  })

  it('has one paragraph where the end of the first one is deleted', () => {
    const joined = { runs: [{ text: 'Doors are ' }, { text: '\r', changes: deleted }, { text: 'locked.' }] }
    expect(blocksOf(wordFile([joined]))).toEqual(['paragraph: Doors are locked.'])
  })

  it('has signs of symbol fonts, and hyphens that do not break', () => {
    const signs = { runs: [{ text: '(', changes: symbol }, { text: ' built\x1ein' }] }
    expect(blocksOf(wordFile([signs]))).toEqual([`paragraph: ${String.fromCodePoint(0x2713)} built\u2011in`])
  })

  it('has text boxes and notes after its body', () => {
    const file = wordFile({
      body: ['Doors are locked\x02.'],
      footnotes: ['\x02 Since 2019.'],
      textBoxes: ['Call 112.'],
    })
    expect(blocksOf(file)).toEqual([
      'paragraph: Doors are locked.',
      'paragraph: Call 112.',
      'list-item: Since 2019.',
    ])
  })

  it('is read whatever pieces its text is stored in', () => {
    const paragraphs = ['Größe, naïve filing.', 'Every record has an owner.', ...rows]
    for (const charactersPerPiece of [1, 7, 30])
      expect(blocksOf(wordFile(paragraphs, { charactersPerPiece }))).toEqual(blocksOf(wordFile(paragraphs)))
  })

  it('that is cut off anywhere is damaged', () => {
    const whole = wordFile(['Every record has an owner. '.repeat(400)])
    for (let share = 0.05; share < 0.95; share += 0.05)
      expect(() => readDoc(whole.slice(0, whole.byteLength * share))).toThrow(
        expect.objectContaining({ reason: 'corrupt' }),
      )
  })
})
