import { pdfFile, pdfOfPages, textOperators } from '@portal/testkit/files/pdf-file'
import { xfaPdf, xfaPlaceholder } from '@portal/testkit/files/xfa-pdf'
import { describe, expect, it } from 'vitest'
import { readPdf } from './read-pdf.ts'

type Line = Parameters<typeof textOperators>[0][number]

async function blocksOf(pages: readonly string[]): Promise<string[]> {
  const { blocks } = await readPdf(pdfOfPages(pages.map((operators) => ({ operators }))))
  return blocks.map(({ kind, level, text, page }) => `${page} ${kind}${level ?? ''}: ${text}`)
}

const at = (x: number, y: number, text: string, size = 11) =>
  `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const body: readonly Line[] = [
  'Every door is locked at night and',
  'every window is shut by the last',
  'person who leaves the building.',
]

describe('a PDF', () => {
  it('has larger lines as headings, by size, and lines of one paragraph joined', async () => {
    const page = textOperators([
      { text: 'Security Policy', size: 20 },
      ...body,
      { text: 'Doors', size: 14 },
      ...body,
    ])
    expect(await blocksOf([page])).toEqual([
      '1 heading1: Security Policy',
      `1 paragraph: ${body.join(' ')}`,
      '1 heading2: Doors',
      `1 paragraph: ${body.join(' ')}`,
    ])
  })

  it('loses running headers, footers and page numbers, and joins no sentence across them', async () => {
    const rules = ['Doors', 'Windows', 'Lifts', 'Gates'].map(
      (thing) => `${thing} are locked and visitors must`,
    )
    const pages = rules.map((rule, index) =>
      [at(72, 770, 'Internal use'), textOperators([rule]), at(300, 30, `Page ${index + 1}`)].join('\n'),
    )
    expect(await blocksOf(pages)).toEqual(rules.map((rule, index) => `${index + 1} paragraph: ${rule}`))
  })

  it('of two pages loses what is repeated beside a page number, and nothing without one', async () => {
    const page = (rule: string, foot: string) =>
      [at(72, 770, 'Halden Medical'), textOperators([rule]), at(300, 30, foot)].join('\n')
    const rules = ['Doors are locked.', 'Windows are shut.']
    expect(await blocksOf(rules.map((rule, index) => page(rule, `Page ${index + 1} of 2`)))).toEqual([
      '1 paragraph: Doors are locked.',
      '2 paragraph: Windows are shut.',
    ])
    expect((await blocksOf(rules.map((rule) => page(rule, 'Version 1')))).join(' ')).toContain('Version 1')
  })

  it('keeps lines that differ by their numbers only, if they go on beyond the edges of the page', async () => {
    const page = (number: number) =>
      textOperators(Array.from({ length: 30 }, (_, line) => `line ${line} of page ${number} goes on`))
    expect((await blocksOf([1, 2, 3, 4].map(page))).join(' ').match(/goes on/g)).toHaveLength(120)
  })

  it('keeps pages that are equal as a whole', async () => {
    const form = textOperators(body)
    expect(await blocksOf([form, form, form])).toHaveLength(3)
  })

  it('completes on its page a sentence that the end of the page cuts, where nothing stands between', async () => {
    const pages = [
      textOperators([...body, 'Visitors must']),
      textOperators(['wear a badge. They return it when', 'they leave.']),
    ]
    expect(await blocksOf(pages)).toEqual([
      `1 paragraph: ${body.join(' ')} Visitors must wear a badge.`,
      '2 paragraph: They return it when they leave.',
    ])
  })

  it('has cells in rows, and markers with their items', async () => {
    const rows = [
      ['Record', 'Kept for'],
      ['Invoice', 'ten years'],
      ['Badge', 'a year'],
    ]
    const table = rows.flatMap(([left = '', right = ''], index) => [
      at(72, 500 - index * 30, left),
      at(300, 500 - index * 30, right),
    ])
    const items = [
      at(72, 300, 'a.'),
      at(108, 300, 'Doors are locked.'),
      at(72, 270, '\\225'),
      at(108, 270, 'Windows are shut.'),
    ]
    expect(await blocksOf([[textOperators(body), ...table, ...items].join('\n')])).toEqual([
      `1 paragraph: ${body.join(' ')}`,
      '1 table: Record\tKept for\nInvoice\tten years\nBadge\ta year',
      '1 list-item: a. Doors are locked.',
      '1 list-item: • Windows are shut.',
    ])
  })

  const column = (words: string, x: number) =>
    Array.from({ length: 12 }, (_, index) => ({
      x,
      y: 700 - index * 14,
      text: `${index === 0 ? 'The' : 'the'} ${words} of line ${index} goes on and on`,
    }))
  const show = (lines: readonly { x: number; y: number; text: string }[]) =>
    lines.map(({ x, y, text }) => at(x, y, text)).join('\n')
  const [left, right] = [column('left', 60), column('right', 320)]
  const inOrder = [...left, ...right].map(({ text }) => text).join(' ')

  it.each([
    ['column by column', [...left, ...right]],
    ['line by line across both', left.flatMap((line, index) => [line, ...right.slice(index, index + 1)])],
    ['the right one first', [...right, ...left]],
  ])('has two columns in reading order, painted %s', async (_, lines) => {
    const blocks = await blocksOf([
      `${at(150, 740, 'A title across both of the columns', 18)}\n${show(lines)}`,
    ])
    expect(blocks[0]).toBe('1 heading1: A title across both of the columns')
    expect(blocks.slice(1).join(' ').replaceAll('1 paragraph: ', '')).toBe(inOrder)
  })

  it('has a footnote after the sentence that goes on on the next page', async () => {
    const note = at(72, 60, '1 See the law of 2019 about doors.', 8)
    const pages = [
      `${textOperators([...body, 'Visitors must'])}\n${note}`,
      textOperators(['wear a badge at all times.', ...body]),
    ]
    expect((await blocksOf(pages)).slice(0, 2)).toEqual([
      `1 paragraph: ${body.join(' ')} Visitors must wear a badge at all times.`,
      '1 paragraph: 1 See the law of 2019 about doors.',
    ])
  })

  it('has the lines that its outline names as headings, whatever they look like', async () => {
    const outlined = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      {
        text: '<< >>',
        stream: Buffer.from(textOperators(['1. Scope', ...body, '1.1 Doors', ...body]), 'latin1'),
      },
      '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 2 >>',
      '<< /Title (Scope) /Parent 6 0 R /First 8 0 R /Last 8 0 R /Count 1 /Dest [4 0 R /Fit] >>',
      '<< /Title (Doors) /Parent 7 0 R /A << /S /GoTo /D [4 0 R /Fit] >> >>',
    ])
    const { blocks } = await readPdf(outlined)
    expect(blocks.filter(({ kind }) => kind === 'heading')).toMatchObject([
      { text: '1. Scope', level: 1 },
      { text: '1.1 Doors', level: 2 },
    ])
  })

  it.each([
    ['', '/AcroForm << /Fields [6 0 R 8 0 R] >>'],
    [', also of a page that was taken out of its form', ''],
  ])('has the text of form fields beside their labels, and of free-text annotations%s', async (_, form) => {
    const annotated = pdfFile([
      `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R 7 0 R 8 0 R] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      {
        text: '<< >>',
        stream: Buffer.from([at(72, 700, 'Officer:'), at(72, 600, 'Signed in Halden')].join('\n'), 'latin1'),
      },
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (officer) /V (Amara Okafor) /Rect [150 695 300 712] >>',
      '<< /Type /Annot /Subtype /FreeText /Contents (Valid until 2030) /DA (/F1 9 Tf) /Rect [72 500 300 520] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (hunter2) /Rect [72 400 300 420] >>',
    ])
    const { blocks } = await readPdf(annotated)
    expect(blocks.map(({ text }) => text)).toEqual([
      'Officer:',
      'Amara Okafor',
      'Signed in Halden',
      'Valid until 2030',
    ])
  })

  it('has what signatures and stamps show', async () => {
    const shown = (text: string) => ({
      text: '<< /Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 3 0 R >> >> >>',
      stream: Buffer.from(at(2, 5, text), 'latin1'),
    })
    const signed = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 10 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R 7 0 R 10 0 R] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      { text: '<< >>', stream: Buffer.from(at(72, 700, 'Approved by:'), 'latin1') },
      '<< /Type /Annot /Subtype /Widget /FT /Sig /F 4 /T (sign) /Rect [72 400 372 420] /AP << /N 8 0 R >> >>',
      '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [72 300 372 320] /AP << /N 9 0 R >> >>',
      shown('Digitally signed by Amara Okafor'),
      shown('In force'),
      '<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (name) /V (Amara) /Rect [150 695 300 712] /AP << /N 11 0 R >> >>',
      shown('Amara'),
    ])
    const { blocks } = await readPdf(signed)
    const text = blocks.map((block) => block.text).join(' ')
    expect(text.replace(/\s+/g, ' ')).toBe('Approved by: Amara Digitally signed by Amara Okafor In force')
  })

  it('has what a signature shows whose field is only at a parent outside of the form', async () => {
    const signed = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      { text: '<< >>', stream: Buffer.from(at(72, 700, 'Approved by:'), 'latin1') },
      '<< /Type /Annot /Subtype /Widget /F 4 /Parent 7 0 R /Rect [72 400 372 420] /AP << /N 8 0 R >> >>',
      '<< /FT /Sig /T (sign) /Kids [6 0 R] >>',
      {
        text: '<< /Type /XObject /Subtype /Form /BBox [0 0 300 20] /Resources << /Font << /F1 3 0 R >> >> >>',
        stream: Buffer.from(at(2, 5, 'Digitally signed by Amara Okafor'), 'latin1'),
      },
    ])
    const { blocks } = await readPdf(signed)
    const text = blocks.map((block) => block.text).join(' ')
    expect(text.replace(/\s+/g, ' ')).toBe('Approved by: Digitally signed by Amara Okafor')
  })

  it('has every option of a list in a form, and which are chosen', async () => {
    const listed = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      { text: '<< >>', stream: Buffer.from(at(72, 700, 'Sites in scope:'), 'latin1') },
      '<< /Type /Annot /Subtype /Widget /FT /Ch /T (sites) /V (Lyon) /Opt [(Hamburg) (Lyon) (Gothenburg)] /Rect [200 640 300 712] >>',
    ])
    const { blocks } = await readPdf(listed)
    const text = blocks.map((block) => block.text).join(' ')
    expect(text.replace(/\s+/g, ' ')).toBe('Sites in scope: Hamburg ☒ Lyon Gothenburg')
  })

  it('has what is checked in a form, and not what is not', async () => {
    const box = (name: string, state: string, x: number) =>
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (${name}) /V /${state} /AS /${state} /AP << /N << /Yes 9 0 R /Off 9 0 R >> >> /Rect [${x} 695 ${x + 12} 707] >>`
    const checked = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R 7 0 R] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      {
        text: '<< >>',
        stream: Buffer.from([at(90, 700, 'Approved'), at(390, 700, 'Refused')].join('\n'), 'latin1'),
      },
      box('approved', 'Yes', 72),
      box('refused', 'Off', 372),
      '<< >>',
      { text: '<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] >>', stream: Buffer.from('') },
    ])
    const { blocks } = await readPdf(checked)
    const text = blocks.map((block) => block.text).join(' ')
    expect(text.match(/☒/g)).toHaveLength(1)
    expect(text.replace(/\s+/g, ' ')).toContain('☒ Approved')
  })

  it('has the footnotes of each of two columns after what goes on in the other', async () => {
    const columns = (
      [
        [60, 'left'],
        [320, 'right'],
      ] as const
    ).map(([x, side]) => [
      ...Array.from({ length: 14 }, (_, line) =>
        at(
          x,
          700 - line * 14,
          `${line === 0 && x === 60 ? 'The' : 'the'} ${side} text of line ${line} goes on and on`,
        ),
      ),
      at(x, 450, `1 A note of the ${side} column on law.`, 8),
    ])
    const texts = (await blocksOf([columns.flat().join('\n')])).map((block) => block.replace(/^1 \S+ /, ''))
    expect(texts).toHaveLength(3)
    expect(texts[0]).toMatch(/^The left text of line 0 .* the right text of line 13 goes on and on$/)
    expect(texts.slice(1).toSorted()).toEqual([
      '1 A note of the left column on law.',
      '1 A note of the right column on law.',
    ])
  })

  it('has once what is painted twice to look bold', async () => {
    const twice = [at(72, 700, 'Doors are locked.'), at(72.3, 700, 'Doors are locked.')].join('\n')
    expect(await blocksOf([twice])).toEqual(['1 paragraph: Doors are locked.'])
  })

  it('has the labels and values of a form that a viewer lays out, and not the request for one', async () => {
    const { blocks, parser } = await readPdf(
      xfaPdf([
        { label: 'Responsible', value: 'Amara Okafor' },
        { label: 'Valid until', value: 'May 2030' },
      ]),
    )
    const text = blocks.map((block) => block.text).join(' ')
    for (const words of ['Responsible', 'Amara Okafor', 'Valid until', 'May 2030'])
      expect(text).toContain(words)
    expect(text).not.toContain(xfaPlaceholder.slice(0, 20))
    expect(parser).toMatch(/pdf\.js/)
  })

  it('has text that is turned with its page in reading order', async () => {
    const lines = body.map((text, index) => `BT /F1 11 Tf 0 1 -1 0 ${100 + index * 14} 72 Tm (${text}) Tj ET`)
    expect(await blocksOf([lines.join('\n')])).toEqual([`1 paragraph: ${body.join(' ')}`])
  })
})
