import { pdfOfMappedText } from '@portal/testkit/files/mapped-font-pdf'
import { describe, expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

async function textOf(content: Uint8Array): Promise<string[]> {
  return (await readPdf(content)).blocks.map(({ text }) => text)
}

const visual = (text: string) => [...text].reverse().join('')

describe('a PDF in other directions', () => {
  const hebrew = ['כל דלת נעולה בלילה וכל', 'חלון סגור על ידי האחרון']

  it('has lines from right to left as they are read, whole', async () => {
    const lines = hebrew.map((text, at) => ({ text: visual(text), x: 200, y: 700 - at * 14 }))
    expect(await textOf(pdfOfMappedText({ lines }))).toEqual([hebrew.join(' ')])
  })

  it('has their words in order if each is painted by itself', async () => {
    const [line = ''] = hebrew
    const words = visual(line).split(' ')
    const lines = words.map((text, at) => ({
      text,
      x: 200 + words.slice(0, at).join(' ').length * 6.6 + (at > 0 ? 6.6 : 0),
      y: 700,
    }))
    expect(await textOf(pdfOfMappedText({ lines }))).toEqual([line])
  })

  it('has words of another script in a line from right to left in their own order', async () => {
    const painted = [visual('ראו את המדריך'), 'Policy', 'Travel', visual('לפני הנסיעה')]
    const [right = '', ...rest] = painted
    let x = 400
    const lines = [{ text: right, x, y: 700 }]
    for (const text of rest) {
      x -= (text.length + 1) * 6.6
      lines.push({ text, x, y: 700 })
    }
    expect(await textOf(pdfOfMappedText({ lines }))).toEqual(['ראו את המדריך Travel Policy לפני הנסיעה'])
  })

  it('has no spaces where a Chinese sentence goes on in the next line', async () => {
    const rows = ['每天晚上所有的门都必须', '锁好，窗户也要关上。']
    const lines = rows.map((text, at) => ({ text, x: 72, y: 700 - at * 14 }))
    expect(await textOf(pdfOfMappedText({ lines }))).toEqual([rows.join('')])
  })

  const columns = [
    '每天晚上所有的门都必须',
    '锁好，窗户也要关上。',
    '来访者应当佩戴证件，并且',
    '在离开的时候交还。',
  ]
  const downwards = {
    isVertical: true,
    lines: columns.map((text, at) => ({ text, x: 400 - at * 18, y: 700 })),
  }

  it('has lines that run downwards from right to left, with the signs of other lines', async () => {
    expect(await textOf(pdfOfMappedText(downwards))).toEqual([columns.join('')])
  })

  const japanese = ['毎晩すべての扉を施錠', 'し、窓も閉めること。']
  it.each([
    { name: 'UniGB-UTF16', ordering: 'GB1', texts: columns },
    { name: 'UniGB-UCS2', ordering: 'GB1', texts: columns },
    { name: 'UniCNS-UTF16', ordering: 'CNS1', texts: ['每天晚上所有的門都必須', '鎖好，窗戶也要關上。'] },
    { name: 'UniJIS-UTF16', ordering: 'Japan1', texts: japanese },
    { name: 'UniJIS-UCS2', ordering: 'Japan1', texts: japanese },
    { name: 'UniKS-UTF16', ordering: 'Korea1', texts: ['매일밤모든문을잠그고창문도닫아야합니다'] },
  ])('has lines in the encoding $name, across and downwards', async ({ name, ordering, texts }) => {
    for (const [direction, isVertical] of [
      ['H', false],
      ['V', true],
    ] as const) {
      const lines = texts.map((text, at) =>
        isVertical ? { text, x: 400 - at * 18, y: 700 } : { text, x: 72, y: 700 - at * 14 },
      )
      const encoding = { name: `${name}-${direction}`, ordering }
      const read = await readPdf(pdfOfMappedText({ lines, encoding }))
      expect([encoding.name, ...read.blocks.map(({ text }) => text)]).toEqual([encoding.name, texts.join('')])
      expect(read.unreadPages).toEqual([])
    }
  })

  it('names the page of lines downwards whose characters nobody knows', async () => {
    const { blocks, unreadPages } = await readPdf(pdfOfMappedText({ ...downwards, hasMap: false }))
    expect(blocks).toEqual([])
    expect(unreadPages).toEqual([1])
  })
})
