import { pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import {
  pdfOfNamelessFont,
  pdfOfStampedScans,
  pdfWithScan,
  unreadableSentence as sentence,
} from '@portal/testkit/files/unreadable-pdfs'
import { describe, expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

describe('what cannot be read in a PDF', () => {
  it('is named by page where a font does not say which characters it draws', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfNamelessFont(29))
    expect(unreadPages).toEqual([1])
    expect(blocks.map(({ text }) => text).join('')).toBe('')
  })

  it('is named by page where one line of many cannot be read', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfNamelessFont(29, 25))
    expect(unreadPages).toEqual([1])
    expect(
      blocks
        .map(({ text }) => text)
        .join(' ')
        .split(sentence),
    ).toHaveLength(26)
  })

  it('is not everything without names: codes that read as words are words', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfNamelessFont(0))
    expect(unreadPages).toEqual([])
    expect(blocks.map(({ text }) => text.replace(/\s/g, ''))).toEqual([sentence.replace(/\s/g, '')])
  })

  it('is named by page where the page is a picture', async () => {
    const { blocks, unreadPages } = await readPdf(pdfWithScan())
    expect(blocks.map(({ text }) => text)).toEqual([sentence])
    expect(unreadPages).toEqual([2])
  })

  it('is named by page where a picture has nothing beside it but headers and page numbers', async () => {
    const { unreadPages } = await readPdf(pdfOfStampedScans(3))
    expect(unreadPages).toEqual([1, 2, 3])
  })

  it('is nothing on an empty page, or one of lines and boxes', async () => {
    const pages = [textOperators([sentence]), '', '0 0 100 100 re f 50 50 200 1 re f']
    const { unreadPages } = await readPdf(pdfOfPages(pages.map((operators) => ({ operators }))))
    expect(unreadPages).toEqual([])
  })
})
