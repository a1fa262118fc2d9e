import { wordFile } from '@portal/testkit/files/word-binary-file'
import { describe, expect, it } from 'vitest'
import { readDoc } from './read-doc.ts'

const paragraphs = [
  'Records Policy',
  'Every record has an owner who decides how long it is kept.',
  'Größe, naïve filing: ten € for each.',
  'Record\tKept for',
  'Invoice\tTen years',
  'The board reviews this policy every year.',
]

describe('a Word 97-2003 file', () => {
  it('is read as a whole and in order, with its table', async () => {
    const { blocks, parser } = await readDoc(wordFile(paragraphs))
    expect(parser).toMatch(/^local word-extractor \d/)
    const words = blocks.map(({ text }) => text).join('\n')
    expect(words.replace(/\s+/g, ' ')).toBe(paragraphs.join(' ').replace(/\s+/g, ' '))
    expect(blocks.find(({ kind }) => kind === 'table')?.text).toBe('Record\tKept for\nInvoice\tTen years')
  })

  it('that is cut off is damaged', async () => {
    const file = wordFile(paragraphs).slice(0, 1000)
    await expect(readDoc(file)).rejects.toMatchObject({ reason: 'corrupt' })
  })
})
